#!/bin/sh
# Build the kernel of the hardware tests, an ordinary program, from Debian's own source package.
# usage: build.sh FOLDER [MORE]     -> FOLDER/linux; does nothing when it is there for these very sources
# MORE: a file with more options, which win over those of uml.config.
# Prints what is missing and fails; installs nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
more=${2:+$(cd "$(dirname "$2")" && pwd)/$(basename "$2")}
mkdir -p "$1"
out=$(cd "$1" && pwd)

fail() { echo "The kernel of the hardware tests cannot be built: $1" >&2; exit 1; }
[ "$(uname -s)" = Linux ] || fail "user-mode Linux needs Linux."
case $(uname -m) in x86_64) ;; *) fail "user-mode Linux runs on x86_64 only." ;; esac
source=/usr/src/linux-source-6.1.tar.xz
[ -e "$source" ] || fail "try: sudo apt install linux-source-6.1 (Debian 12)"
for tool in gcc make flex bison bc xz patch strip; do
    command -v $tool > /dev/null || fail "try: sudo apt install build-essential flex bison bc xz-utils patch"
done

key=$(cat "$here/uml.config" ${more:+"$more"} "$here/irq-work.patch" "$here/build.sh" | sha256sum | cut -c1-16)
[ -x "$out/linux" ] && [ "$(cat "$out/key" 2>/dev/null)" = "$key" ] && exit 0
echo "Building the kernel of the hardware tests into $1: some four minutes, once." >&2
rm -rf "$out/src" "$out/obj" "$out/linux"
mkdir "$out/src"
tar -C "$out/src" --strip-components=1 -xJf "$source"
patch -s -d "$out/src" -p1 < "$here/irq-work.patch"
# A tick of 1 ms instead of 10.
sed -i '/^config HZ$/,/default/ s/default 100/default 1000/' "$out/src/arch/um/Kconfig"
# Room for the registers of CPUs with AMX (11,008 bytes): with the usual 2,696 the first process dies.
sed -i 's/HOST_FP_SIZE, 2696/HOST_FP_SIZE, 16384/' "$out/src/arch/x86/um/user-offsets.c"
grep -q "HOST_FP_SIZE, 16384" "$out/src/arch/x86/um/user-offsets.c" || fail "the room for registers did not take"
cd "$out/src"
{
    make -s ARCH=um O="$out/obj" defconfig
    ./scripts/kconfig/merge_config.sh -m -O "$out/obj" "$out/obj/.config" "$here/uml.config" ${more:+"$more"}
    make -s ARCH=um O="$out/obj" olddefconfig
} > "$out/log" 2>&1
grep -q "^CONFIG_KERNEL_STACK_ORDER=4$" "$out/obj/.config" || fail "the room for stacks did not take"
! grep -q "^CONFIG_VMAP_STACK=y" "$out/obj/.config" || fail "stacks are still in virtual memory"
for want in GPIO_SIM VIDEO_VIVID HIGH_RES_TIMERS UML_TIME_TRAVEL_SUPPORT HOSTFS OVERLAY_FS \
    $(if [ "$more" ]; then sed -n 's/^CONFIG_\(.*\)=y/\1/p' "$more"; fi); do
    grep -q "^CONFIG_$want=y" "$out/obj/.config" || fail "CONFIG_$want did not take"
done
make -s -j"$(nproc)" ARCH=um O="$out/obj" >> "$out/log" 2>&1 || { tail -n 20 "$out/log" >&2; fail "see $1/log"; }
strip -o "$out/linux" "$out/obj/linux"
rm -rf "$out/src" "$out/obj"
echo "$key" > "$out/key"
