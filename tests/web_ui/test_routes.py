"""Addresses are matched, and no code is made that builds them."""

import pytest
from flask import url_for
from flask.testing import FlaskClient


def test_nothing_builds_an_address(client: FlaskClient) -> None:
    """If a new Werkzeug makes that code elsewhere, the start is slow again, and this fails."""
    with client.application.test_request_context(), pytest.raises(NotImplementedError):
        url_for("fair")
