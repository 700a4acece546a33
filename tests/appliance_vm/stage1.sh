#!/bin/sh
# The machine's first process: a layer of memory over the host's files, and on it the system's own
# systemd, whose only task is evening.sh.
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
modules=/usr/lib/uml/modules/$(uname -r)
if [ -d "$modules" ]; then # a kernel without modules has the overlay built in
    overlay=$(find "$modules" -name overlay.ko)
    /usr/bin/python3 -c 'if True:
    import ctypes, os, sys
    module = os.open(sys.argv[1], os.O_RDONLY)
    sys.exit(ctypes.CDLL(None).syscall(313, module, b"", 0))  # finit_module, x86_64
' "$overlay"
fi
mount -t tmpfs -o mode=0755,size=1200M layer /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
cd /mnt/root
mount -t hostfs -o "$VM_FOLDER/out" none "./$VM_FOLDER/out"
mount -t devtmpfs dev dev
mount -t proc proc proc
mount -t sysfs sys sys
: > etc/fstab
echo 0123456789abcdef0123456789abcdef > etc/machine-id
echo raspberrypi > etc/hostname
rm -rf etc/systemd/system/*.wants
# These wait for hardware that is not there, or tidy /tmp of the host's files one by one.
for unit in udevd udev-trigger udev-settle modules-load random-seed timesyncd tmpfiles-setup; do
    ln -sf /dev/null "etc/systemd/system/systemd-$unit.service"
done
# The question is who may switch off; the machine itself must go on.
printf '[Unit]\nDefaultDependencies=no\n' > etc/systemd/system/poweroff.target
cat > etc/systemd/system/evening.service <<UNIT
[Unit]
After=basic.target dbus.socket
[Service]
Type=oneshot
ExecStart=/bin/bash $VM_HOME/evening.sh $VM_FOLDER $VM_PARTS
ExecStopPost=/bin/sh -c 'sync; echo o > /proc/sysrq-trigger'
UNIT
cat > etc/systemd/system/evening.target <<UNIT
[Unit]
Requires=basic.target
Wants=dbus.socket evening.service
UNIT
exec chroot . /usr/lib/systemd/systemd --unit=evening.target
