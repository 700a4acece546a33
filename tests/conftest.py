"""A table on a real journal and a phone at it, for whoever asks for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.table.table import Table
from web_ui.app import create_app


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table on which no game was begun."""
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


@pytest.fixture
def client(table: Table) -> FlaskClient:
    """Return a phone at the table; what goes wrong in a page is raised."""
    app = create_app(table, address=lambda: "http://10.0.0.2:8000/", version="test")
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()
