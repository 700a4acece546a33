#!/bin/bash
# Run one command in a throw-away user-mode Linux that has a Raspberry Pi's GPIO lines (gpio-sim)
# and a USB camera's /dev/video0 (vivid), and return its exit status; 124: it took too long, 125: the
# machine did not finish.
#
#   vm.sh [-v] [-r REVISION] [-l LABEL] [-t SECONDS] KERNEL FOLDER COMMAND [ARGUMENT...]
#
#   -v   virtual time: sleeping takes no time, nor does computing; every run is the same
#   -r   the Pi's revision in /proc/cpuinfo (default c03114: Pi 4 B; d04170: Pi 5 B)
#   -l   the chip's label (default pinctrl-bcm2711; a Pi 5's is pinctrl-rp1)
#   -t   at most so many seconds (default 1500: the 16 minutes of test_presses took 330 s beside other work)
#
# The host's whole file tree shows inside under a layer that is thrown away; FOLDER is shared for
# writing. A line's finger is /run/gpio/sim_gpio<n>/pull (pull-up or pull-down), its wire .../value.
# The camera's first input is a webcam, its second an HDMI grabber that scales to any size.
set -u
here=$(cd "$(dirname "$0")" && pwd)
limit=1500 revision=c03114 label=pinctrl-bcm2711 time=
while getopts vr:l:t: option; do
    case $option in
    v) time=time-travel=inf-cpu ;; r) revision=$OPTARG ;; l) label=$OPTARG ;; t) limit=$OPTARG ;;
    *) exit 125 ;;
    esac
done
shift $((OPTIND - 1))
kernel=$1 folder=$(cd "$2" && pwd)
shift 2

control=$(mktemp -d /tmp/dragonbag-vm.XXXXXX)
trap 'rm -rf "$control"' EXIT
printf '%q ' "$@" | sed 's/^/exec /' > "$control/command"
printf 'VM_FOLDER=%q VM_REVISION=%q VM_LABEL=%q\n' "$folder" "$revision" "$label" > "$control/settings"
# A machine that dies before it comes to its command says nothing of the command: it is started anew.
for tried in 1 2 3; do
    # A kernel that ends by abort when it should power off has done its work: no word of bash about it.
    {
        timeout -k 5 "$limit" "$kernel" mem=1024M root=/dev/root rootfstype=hostfs hostfs=/ ro quiet \
            loglevel=3 panic=-1 "init=$here/stage1.sh" "VM_CONTROL=$control" "VM_HOME=$here" $time \
            vivid.node_types=1 vivid.num_inputs=2 vivid.input_types=12 \
            con=null con0=null,fd:1 con1=null,fd:9 console=tty1 stderr=0 \
            9> "$control/console" < /dev/null 2> "$control/errors"
    } 2> /dev/null
    ended=$?
    if [ -s "$control/status" ]; then exit "$(cat "$control/status")"; fi
    if [ $ended = 124 ]; then echo "vm.sh: gave up after $limit s" >&2; exit 124; fi
    echo "vm.sh: the machine ended with $ended (start $tried); its last words:" >&2
    tail -n 60 "$control/console" "$control/errors" >&2
    if [ -e "$control/started" ]; then break; fi
done
exit 125
