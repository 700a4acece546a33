#!/bin/bash
# Lay out a Debian for ARM in a folder, with programs that run here, and a kernel that boots it.
#
#   setup.sh CACHE [SUITE [ARCH]]      SUITE: bookworm (default) or trixie; ARCH: arm64 or armhf
#
# Leaves CACHE/SUITE-ARCH (the root), CACHE/debs-SUITE-ARCH (what was fetched), CACHE/kernel-SUITE.
# Takes the first mirror of this machine's apt. Root only. A root that is there is left as it is.
#
# No package's own script is run: some two hundred of them in an emulated processor take longer than all
# the rest. finish() does what of them the table needs.
set -eu
mkdir -p "$1"; cache=$(cd "$1" && pwd) suite=${2:-bookworm} arch=${3:-arm64}
here=$(cd "$(dirname "$0")" && pwd)
export DEBIAN_FRONTEND=noninteractive PATH=$PATH:/usr/sbin:/sbin
root=$cache/$suite-$arch debs=$cache/debs-$suite-$arch

need=()
for pair in qemu-aarch64-static:qemu-user-static qemu-system-aarch64:qemu-system-arm mmdebstrap:mmdebstrap arch-test:arch-test \
    systemd-sysusers:systemd gpg:gpg fdtput:device-tree-compiler modprobe:kmod cpio:cpio mke2fs:e2fsprogs; do
    command -v "${pair%%:*}" > /dev/null || need+=("${pair#*:}")
done
test ${#need[@]} = 0 || nice -n "${ARM_NICE:-19}" apt-get install -qq -y --no-install-recommends "${need[@]}"

# The package only leaves a text for systemd-binfmt; without systemd as PID 1 we hand it over. The
# flag F has the kernel open qemu now, so nothing need be copied into the root.
binfmt=/proc/sys/fs/binfmt_misc
test -e $binfmt/register || mount -t binfmt_misc binfmt_misc $binfmt
for name in aarch64 arm; do
    test -e $binfmt/qemu-$name || grep -h "^:qemu-$name:" /usr/lib/binfmt.d/*.conf > $binfmt/register
done

packages=base-files,base-passwd,bash,dash,coreutils,debianutils,sed,grep,findutils,tar,gzip,libc-bin,mawk,hostname,procps
packages+=,python3,python3-venv
if test "$arch" = armhf; then
    packages+=,python3-dev,gcc,libc6-dev # msgspec is compiled
else
    packages+=,systemd,systemd-sysv,dbus,udev,kmod,mount,util-linux,passwd,login,iproute2,curl,python3-rpi.gpio,libstdc++6
    packages+=,linux-image-arm64,busybox-static # an ARMv8 processor runs 32-bit programs too
fi

lay_out() {
    local options=() mirror line
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
    # what a stopped run left mounted must not be removed with the root
    rm -rf --one-file-system "${root:?}"; mkdir -p "$debs"
    while read -r line; do options+=("--aptopt=$line"); done \
        < <(apt-config dump | grep -E '^Acquire::(Check-|https?::Proxy )' || true)
    nice -n "${ARM_NICE:-19}" mmdebstrap --mode=root --variant=extract --architectures="$arch" "${options[@]}" \
        --aptopt='APT::Install-Recommends "false"' --include="$packages" --dpkgopt='path-exclude=/usr/share/doc/*' \
        --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
        --skip=download/empty,essential/unlink,cleanup/apt/cache \
        --setup-hook='mkdir -p "$1/var/cache/apt/archives"; find '"$debs"' -name "*.deb" -exec cp -t "$1/var/cache/apt/archives" {} +' \
        --setup-hook='for name in bin sbin lib; do mkdir -p "$1/usr/$name"; ln -sfn "usr/$name" "$1/$name"; done' \
        --extract-hook='cp -n "$1"/var/cache/apt/archives/*.deb '"$debs"'/' \
        "$suite" "$root" "$mirror"
}
finish() { # folders, users, and the few files that are no package's
    mkdir -p "$root/opt" "$root/mnt" "$root/media"
    cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
    cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"
    ln -sf mawk "$root/usr/bin/awk"
    printf 'passwd: files systemd\ngroup: files systemd\nhosts: files dns\n' > "$root/etc/nsswitch.conf"
    echo raspberrypi > "$root/etc/hostname"
    test "$arch" = arm64 || return 0
    systemd-sysusers --root="$root"
    grep -q ^messagebus: "$root/etc/passwd" || echo 'u messagebus - "D-Bus"' | systemd-sysusers --root="$root" -
    : > "$root/etc/machine-id"
}
if test ! -e "$root/.ready"; then
    lay_out
    finish
    touch "$root/.ready"
fi

test "$arch" = arm64 || exit 0
kernel=$cache/kernel-$suite
if test ! -e "$kernel/initrd"; then
    rm -rf "$kernel"; disk=$kernel/disk; mkdir -p "$disk"/{bin,proc,sys,dev,new,lib/modules}
    version=$(basename "$root"/boot/vmlinuz-* | cut -d- -f2-)
    cp "$root/boot/vmlinuz-$version" "$kernel/vmlinuz"
    # what the firmware adds to the tree of a real Pi, gpiozero looks for
    tree=$kernel/raspi3b.dtb
    cp "$(find "$root/usr/lib/linux-image-$version" -name bcm2837-rpi-3-b.dtb)" "$tree"
    fdtput -c "$tree" /system
    fdtput -t x "$tree" /system linux,revision a02082
    depmod -b "$root" "$version"
    cp "$root/usr/bin/busybox" "$disk/bin/"; ln -s busybox "$disk/bin/sh"
    cp "$here/init" "$disk/init"; chmod +x "$disk/init"
    (cd "$root/usr/lib/modules" && {
        find "$version" -maxdepth 1 -name 'modules.*'
        for name in virtio_mmio virtio_pci virtio_blk virtio_net virtio_rng crc32c_generic ext4 bcm2835 sdhci_iproc \
            mmc_block dwc2 cdc_ether rndis_host phy_generic; do
            modprobe --set-version "$version" --dirname "$root" --show-depends "$name" 2> /dev/null |
                sed -n "s|^insmod .*/\($version/[^ ]*\).*|\1|p"
        done
    } | sort -u | cpio -pdm --quiet "$disk/lib/modules")
    (cd "$disk" && find . | cpio -o -H newc --quiet | gzip -1) > "$kernel/initrd"
    rm -rf "$root"/boot/* "$root/usr/lib/linux-image-$version" "$root"/var/lib/apt/lists/* # not in the machine's image
fi
echo "$root and $kernel are ready."
