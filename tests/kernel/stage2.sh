#!/bin/sh
# The machine's set-up: kernel file systems, the shared folder, what a Pi says of itself, its GPIO
# lines; then the command, its exit status, and off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=0755 run /run
mount -t tmpfs -o mode=1777 tmp /var/tmp
ln -sf /proc/self/fd /dev/fd
. "$VM_CONTROL/settings"
mount -t hostfs -o "$VM_FOLDER" none "$VM_FOLDER"

{
    cat /proc/cpuinfo
    printf 'Revision\t: %s\nModel\t\t: Raspberry Pi (simulated)\n' "$VM_REVISION"
} > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo

mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 58 > $chip/bank0/num_lines # as many as a Pi 4 has
echo "$VM_LABEL" > $chip/bank0/label
echo 1 > $chip/live
read -r device < $chip/dev_name
read -r name < $chip/bank0/chip_name
ln -s "/sys/devices/platform/$device/$name" /run/gpio
export RPI_LGPIO_REVISION="$VM_REVISION" # rpi-lgpio reads nothing else here
export HOME=/root LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 TMPDIR=/var/tmp
ip link set lo up 2> /dev/null

stty -F /dev/tty0 raw -echo 2> /dev/null
exec 3> /dev/tty0
cd "$VM_FOLDER" || exit 1
touch "$VM_CONTROL/started"
# Through a pipe, so that the command sees what it would see in CI, and no terminal.
{ setsid -w sh "$VM_CONTROL/command" < /dev/null 2>&1; echo $? > /run/status; } | cat >&3
cp /run/status "$VM_CONTROL/status"
exec 3>&-
echo o > /proc/sysrq-trigger
sleep 5
