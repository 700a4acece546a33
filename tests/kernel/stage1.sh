#!/bin/sh
# The machine's first process: lay a layer of memory over the host's files, which are mounted
# read-only, and go on inside.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs -o mode=0755 layer /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
mkdir -p /mnt/root"$VM_CONTROL"
mount -t hostfs -o "$VM_CONTROL" none /mnt/root"$VM_CONTROL"
exec chroot /mnt/root /bin/sh "$VM_HOME/stage2.sh"
