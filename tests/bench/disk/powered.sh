#!/bin/sh
# The first process of a machine whose power is cut (cuts.py): the host's files, to be read alone, a
# disk of its own on /mnt/disk, and on it a table.
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc
test -b /dev/ubda || mount -t devtmpfs dev /dev
mount -t tmpfs none /mnt
mkdir /mnt/disk /mnt/tmp
export TMPDIR=/mnt/tmp
mount -t ext4 -o data=ordered /dev/ubda /mnt/disk
cd "$VM_ROOT"
exec "$VM_PYTHON" -m tests.support.disk.powered /mnt/disk "$VM_PROMISES" "$VM_START" < /dev/null
