"""What config.txt turns on, as people really write it."""

import pytest

from companion.app.doctor.config_txt import I2S, SPI, taken_pins

PI4, PI5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


def taken(text: str, model: str = PI4) -> dict[str, set[int]]:
    return {each.what: set(each.pins) for each in taken_pins(text, model)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dtparam=i2c_arm=on,spi=on", {"I2C": {2, 3}, "SPI": set(SPI)}),
        ("dtparam=i2c_arm=on,spi=off,i2s=on", {"I2C": {2, 3}, "I2S": set(I2S)}),
        ("dtparam=spi", {"SPI": set(SPI)}),
        ("  dtparam = spi = on  # for a display", {"SPI": set(SPI)}),
        ("#dtparam=spi=on\ndtparam=spi=off\ndtparam=audio=on", {}),
        ("dtoverlay=hifiberry-dacplus", {"a sound HAT": set(I2S)}),
        ("dtoverlay=iqaudio-dacplus,unmute_amp", {"a sound HAT": set(I2S)}),
        ("dtoverlay=googlevoicehat-soundcard", {"a sound HAT": set(I2S)}),
        ("dtoverlay=spi1-1cs", {"SPI1": {18, 19, 20, 21}}),
        ("dtoverlay=spi1-2cs,cs1_pin=26", {"SPI1": {18, 19, 20, 21, 26}}),
        ("dtoverlay=pwm-2chan", {"PWM": {18, 19}}),
        ("dtoverlay=pwm,pin=12,func=4", {"PWM": {12}}),
        ("dtoverlay=gpio-fan", {"a fan": {12}}),
        ("dtoverlay=gpio-fan,gpiopin=14,temp=60000", {"a fan": {14}}),
        ("dtoverlay=gpio-fan\ndtparam=gpiopin=16,temp=60000", {"a fan": {16}}),
        ("dtoverlay=gpio-fan\ndtparam=i2c=on", {"a fan": {12}, "I2C": {2, 3}}),
        ("dtoverlay=w1-gpio,gpiopin=17\nenable_uart=1", {"1-wire": {17}, "UART": {14, 15}}),
        ("dtoverlay=vc4-kms-v3d\nenable_uart=0\ncamera_auto_detect=1", {}),
    ],
)
def test_a_line_takes_its_pins(text: str, told: dict[str, set[int]]) -> None:
    assert taken(text) == told


def test_a_line_counts_only_on_the_boards_of_its_section() -> None:
    text = "[pi4]\ndtparam=spi=on\n[pi5]\ndtparam=i2s=on\n[none]\ndtparam=i2c=on\n[all]\n"
    assert set(taken(text)) == {"SPI"}
    assert set(taken(text, PI5)) == {"I2S"}
    assert set(taken(text + "enable_uart=1", PI5)) == {"I2S", "UART"}


def test_the_line_to_take_out_is_told_as_it_is_written() -> None:
    (one, two) = taken_pins("dtparam=i2c_arm=on,spi=on\n")
    assert one.line == two.line == "dtparam=i2c_arm=on,spi=on"
