#!/bin/bash
# Run COMMAND beside a real NetworkManager in namespaces of its own: a cable v0 to the house (NAMESPACE
# house) and a card v1 to a phone (NAMESPACE phone). Nothing outside is changed. Needs root and the
# packages network-manager, dnsmasq-base, dbus and iproute2. The kernel has no Wi-Fi here.
#
#   unshare --mount --net --pid --fork --mount-proc network.sh COMMAND...
set -eu
for folder in /run /var/lib; do mount -t tmpfs none "$folder"; done
layer=/run/layer && mkdir -p "$layer/upper" "$layer/work" /run/netns /var/lib/NetworkManager
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$layer/upper,workdir=$layer/work" /etc
mount -t sysfs -o ro sysfs /sys # read-only: NetworkManager then waits for no udev
ip link set lo up
for pair in v0:house v1:phone; do
    ip netns add "${pair#*:}"
    ip link add "${pair%:*}" type veth peer name far netns "${pair#*:}"
    ip link set "${pair%:*}" up
    ip -n "${pair#*:}" link set far up
done
grep -q ^dnsmasq: /etc/passwd || echo 'dnsmasq:x:997:65534::/var/lib/misc:/bin/false' >> /etc/passwd
mkdir -p /run/dbus /run/NetworkManager/conf.d
printf '[main]\nplugins=keyfile\nno-auto-default=*\nauth-polkit=false\n[device]\nmanaged=1\n' \
    > /run/NetworkManager/conf.d/test.conf
dbus-daemon --system --fork --nopidfile
NetworkManager > /run/NetworkManager.log 2>&1
nm-online -s -t 20 -q || true
exec "$@"
