"""The phones' numbers of games until 0.1: when they counted."""

import hashlib

import pytest

from companion.draws.sealed_numbers import MOST_SEALS, Phase, SealedNumbers, seal_of
from companion.engine.codec import JsonObject

ONE, TWO = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"
File = JsonObject


def test_a_seal_is_the_digest_of_the_number_as_text() -> None:
    assert seal_of(ONE) == hashlib.sha256(ONE.encode()).hexdigest()


def opened(*numbers: str) -> SealedNumbers:
    sealed = SealedNumbers()
    for number in numbers:
        sealed.seal(seal_of(number))
    sealed.advance(attack_waits=True, is_fair_draw=False)
    return sealed


def test_numbers_are_mixed_in_the_order_of_their_seals() -> None:
    sealed = opened(ONE, TWO)
    sealed.open(TWO)
    assert list(sealed.opened) == [TWO]
    sealed.open(ONE)
    assert list(sealed.opened) == [ONE, TWO]


def test_seals_end_with_the_first_attack_and_numbers_with_the_first_fair_draw() -> None:
    sealed = opened(ONE, TWO)
    with pytest.raises(ValueError, match="too_late_to_seal"):
        sealed.seal("0" * 64)
    sealed.open(ONE)
    sealed.advance(attack_waits=False, is_fair_draw=False)  # drawn by hand: there is still time
    assert sealed.phase is Phase.OPEN
    sealed.advance(attack_waits=False, is_fair_draw=True)
    with pytest.raises(ValueError, match="not_the_time_to_open"):
        sealed.open(TWO)
    assert sealed.opened == (ONE,)


def test_a_number_cannot_be_opened_before_everybody_has_sealed() -> None:
    sealed = SealedNumbers()
    sealed.seal(seal_of(ONE))
    with pytest.raises(ValueError, match="not_the_time_to_open"):
        sealed.open(ONE)


@pytest.mark.parametrize("number", [TWO, ONE.upper(), ONE + "00", "", "zz" * 16])
def test_a_number_must_fit_its_seal(number: str) -> None:
    with pytest.raises(ValueError, match="fits_no_seal"):
        opened(ONE).open(number)


def test_a_number_is_opened_once() -> None:
    sealed = opened(ONE)
    sealed.open(ONE)
    with pytest.raises(ValueError, match="fits_no_seal"):
        sealed.open(ONE)


@pytest.mark.parametrize("seal", ["", "hello", "G" * 64, seal_of(ONE)])
def test_what_is_no_seal_or_a_known_one_is_refused(seal: str) -> None:
    sealed = SealedNumbers()
    sealed.seal(seal_of(ONE))
    with pytest.raises(ValueError, match="no_seal"):
        sealed.seal(seal)


def test_there_is_an_end_of_seals() -> None:
    sealed = SealedNumbers()
    for number in range(MOST_SEALS):
        sealed.seal(seal_of(str(number)))
    with pytest.raises(ValueError, match="no_seal"):
        sealed.seal(seal_of(ONE))
