# On raspi3b: every lamp of the table is lit and read back through lgpio, one through RPi.GPIO.
. ./steps.sh
export PYTHONDONTWRITEBYTECODE=1
echo "ok    boot to the script, $(cut -d. -f1 /proc/uptime) s"
step "the board is a Pi 3 B" grep -q "Raspberry Pi 3 Model B" /proc/device-tree/model
step "lgpio drives all lamps" timeout 600 env PYTHONPATH=/srv/dragonbag:/srv/packages:/srv/pins python3 ./lamps.py
# Needs iomem=relaxed: the kernel's own driver has these registers.
step "RPi.GPIO drives a lamp" timeout 300 python3 -c '
import RPi.GPIO as pins
pins.setmode(pins.BCM)
pins.setup(17, pins.OUT)
for level in (1, 0, 1):
    pins.output(17, level)
    assert pins.input(17) == level
pins.cleanup()'
