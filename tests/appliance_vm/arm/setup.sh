#!/bin/bash
# Make a Debian for ARM in a folder, with programs that run here, and a kernel that boots it.
#
#   setup.sh CACHE [SUITE [ARCH]]      SUITE: bookworm (default) or trixie; ARCH: arm64 or armhf
#
# Leaves CACHE/SUITE-ARCH (the root), CACHE/debs-SUITE-ARCH (what was fetched), CACHE/kernel-SUITE.
# Takes the first mirror of this machine's apt. Root only. A root that is there is left as it is.
set -eu
mkdir -p "$1"; cache=$(cd "$1" && pwd) suite=${2:-bookworm} arch=${3:-arm64}
here=$(cd "$(dirname "$0")" && pwd)
export DEBIAN_FRONTEND=noninteractive PATH=$PATH:/usr/sbin:/sbin
root=$cache/$suite-$arch debs=$cache/debs-$suite-$arch

need=()
for pair in qemu-aarch64-static:qemu-user-static qemu-system-aarch64:qemu-system-arm \
    mmdebstrap:mmdebstrap arch-test:arch-test gpg:gpg fdtput:device-tree-compiler modprobe:kmod cpio:cpio mke2fs:e2fsprogs; do
    command -v "${pair%%:*}" > /dev/null || need+=("${pair#*:}")
done
test ${#need[@]} = 0 || nice -n 19 apt-get install -qq -y --no-install-recommends "${need[@]}"

# The package only leaves a text for systemd-binfmt; without systemd as PID 1 we hand it over. The
# flag F has the kernel open qemu now, so nothing need be copied into the root.
binfmt=/proc/sys/fs/binfmt_misc
test -e $binfmt/register || mount -t binfmt_misc binfmt_misc $binfmt
for name in aarch64 arm; do
    test -e $binfmt/qemu-$name || grep -h "^:qemu-$name:" /usr/lib/binfmt.d/*.conf > $binfmt/register
done

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1)
packages=python3,python3-venv,python3-dev,gcc,libc6-dev,systemd,systemd-sysv,dbus,udev
packages+=,polkitd,kmod,iproute2,curl,procps,git,make
variant=apt
if test "$arch" = armhf; then # only its Python is wanted: laid out and not set up, which is quick
    variant=extract packages=python3,python3-venv,python3-dev,gcc,libc6-dev,procps,base-files,base-passwd
    packages+=,bash,dash,coreutils,sed,grep,findutils,tar,gzip,libc-bin,mawk
fi
if test ! -e "$root/.ready"; then
    # what a stopped run left mounted must not be removed with the root
    rm -rf --one-file-system "${root:?}"; mkdir -p "$debs"
    options=()
    while read -r line; do options+=("--aptopt=$line"); done \
        < <(apt-config dump | grep -E '^Acquire::(Check-|https?::Proxy )' || true)
    nice -n 19 mmdebstrap --mode=root --variant="$variant" --architectures="$arch" "${options[@]}" \
        --aptopt='APT::Install-Recommends "false"' --include="$packages" \
        --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
        --skip=download/empty,essential/unlink,cleanup/apt/cache \
        --setup-hook='mkdir -p "$1/var/cache/apt/archives"; find '"$debs"' -name "*.deb" -exec cp -t "$1/var/cache/apt/archives" {} +' \
        --customize-hook='cp -n "$1"/var/cache/apt/archives/*.deb '"$debs"'/; rm -f "$1"/var/cache/apt/archives/*.deb' \
        "$suite" "$root" "$mirror"
    echo raspberrypi > "$root/etc/hostname"
    rm -f "$root"/etc/systemd/system/*.wants/*
    touch "$root/.ready"
fi

# The kernel is the arm64 one for both: an ARMv8 processor runs 32-bit programs too.
test "$arch" = arm64 || exit 0
kernel=$cache/kernel-$suite
if test ! -e "$kernel/initrd"; then
    rm -rf "$kernel"; mkdir -p "$kernel/debs"
    "$here/chroot.sh" "$root" -b "$kernel/debs:/mnt" -- sh -ec '
        cd /mnt
        apt-get update -qq
        real=$(apt-cache depends linux-image-arm64 | sed -n "s/.*Depends: \(linux-image-[0-9].*\)/\1/p")
        apt-get -qq -o APT::Sandbox::User=root download "$real" busybox-static'
    for deb in "$kernel"/debs/*.deb; do dpkg-deb -x "$deb" "$kernel/files"; done
    version=$(basename "$kernel"/files/boot/vmlinuz-* | cut -d- -f2-)
    modules=$(find "$kernel/files" -type d -path "*/modules/$version")
    ln -sf "files/boot/vmlinuz-$version" "$kernel/vmlinuz"
    # what the firmware adds to the tree of a real Pi, gpiozero looks for
    tree=$kernel/raspi3b.dtb
    cp "$(find "$kernel/files" -name bcm2837-rpi-3-b.dtb)" "$tree"
    fdtput -c "$tree" /system
    fdtput -t x "$tree" /system linux,revision a02082
    # systemd's udev loads modules from the root, too
    mkdir -p "$root/usr/lib/modules"; cp -a "$modules" "$root/usr/lib/modules/"
    chroot "$root" /usr/sbin/depmod "$version"
    disk=$kernel/disk; mkdir -p "$disk"/{bin,proc,sys,dev,new,lib/modules}
    cp "$(find "$kernel/files" -path '*bin/busybox')" "$disk/bin/"; ln -s busybox "$disk/bin/sh"
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
fi
echo "$root and $kernel are ready."
