"""Static files: joined, stripped, packed, and never older than the page that names them."""

import gzip
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.places import ROOT
from web_ui.pages.files import Files
from web_ui.render.assets import Assets, stripped
from web_ui.render.modules import UnknownScript, as_one_script
from web_ui.render.modules import stripped as stripped_script

SCRIPTS = sorted((ROOT / "web_ui").rglob("*.js"))
STYLES = sorted((ROOT / "web_ui").rglob("*.css"))
ZIPPED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    (tmp_path / "a.js").write_text(
        '// Why.\nimport { two } from "./b.js";\n  two(1); // once\n\ntwo("a // b");\n'
    )
    (tmp_path / "b.js").write_text(
        'export const two = (n) => 2 * n;\nconst clip = "/static/c.svg";\n'
    )
    (tmp_path / "a.css").write_text("/* Why. */\na,\nb { color: red; }\n")
    (tmp_path / "b.css").write_text('i::before { content: " ; "; }\n')
    (tmp_path / "c.svg").write_text("<svg/>" * 99)
    return Assets({"": tmp_path})


@pytest.fixture
def browser(assets: Assets) -> FlaskClient:
    app = Flask(__name__, static_folder=None)
    Files(assets).register(app)
    return app.test_client()


def test_scripts_become_one_in_which_the_imported_come_first(assets: Assets) -> None:
    svg = assets.address("c.svg")
    assert assets.get("a.js").body.decode().splitlines() == [
        f'const $0=(()=>{{const two=(n)=>2*n;const clip="{svg}";return{{two}};}})();',
        'const $1=(()=>{const{two}=$0;two(1);two("a // b");})();',
    ]
    assert assets.get("b.js").body.decode().endswith("export const { two } = $0;\n")


def test_styles_become_one_without_comments_and_blanks(assets: Assets) -> None:
    assert assets.get("a.css+b.css").body == b'a,b{color:red}i::before{content:" ; "}'


def test_the_head_of_a_page_names_each_kind_once(assets: Assets) -> None:
    head = """<link rel="icon" href="/static/c.svg">
<link rel="stylesheet" href="/static/a.css">
<script type="module" src="/static/b.js"></script>
<link rel="stylesheet" href="/static/b.css">
<script type="module" src="/static/a.js"></script>
<script type="module" src="/static/b.js"></script>"""
    assert assets.joined(head).splitlines() == [
        f'<link rel="icon" href="{assets.address("c.svg")}">',
        f'<link rel="stylesheet" href="{assets.address("a.css+b.css")}">',
        f'<script type="module" src="{assets.address("b.js+a.js")}"></script>',
    ]


def test_a_file_is_kept_for_ever_under_the_address_of_its_content(
    assets: Assets, browser: FlaskClient
) -> None:
    address = assets.address("a.js")
    answer = browser.get(address, headers=ZIPPED)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(answer.data) == browser.get(address).data == assets.get("a.js").body


def test_an_old_or_missing_version_is_asked_for_again(browser: FlaskClient) -> None:
    for address in ("/static/a.js?v=00000000", "/static/a.js"):
        answer = browser.get(address)
        assert answer.headers["Cache-Control"] == "no-cache"
        again = browser.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304


def test_a_changed_file_has_another_address(assets: Assets, tmp_path: Path) -> None:
    (tmp_path / "b.js").write_text("export const two = (n) => n + n;")
    newer = Assets({"": tmp_path})
    assert newer.address("a.js") != assets.address("a.js")
    assert newer.address("a.css") == assets.address("a.css")
    assert newer.version != assets.version


def test_a_part_of_a_file_can_be_asked_for(browser: FlaskClient) -> None:
    answer = browser.get("/static/c.svg", headers={"Range": "bytes=0-1"})
    assert (answer.status_code, answer.data) == (206, b"<s")


@pytest.mark.parametrize(
    "name", ["", "x.js", "../app.py", "a.js+a.css", "a.js+a.js", "c.svg+c.svg", "a.py", "+"]
)
def test_what_is_no_file_is_not_found(browser: FlaskClient, name: str) -> None:
    assert browser.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(
    "source", ['import x from "./b.js";', "export default 1;", 'import { x } from "./a.js";']
)
def test_a_script_that_cannot_be_joined_is_named(source: str) -> None:
    with pytest.raises(UnknownScript, match=r"a\.js"):
        as_one_script(["a.js"], lambda name: source, lambda name: name)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_blanks_and_comments_can_be_taken_out_of_every_script(path: Path) -> None:
    for line in path.read_text().splitlines():
        assert line.count("`") % 2 == 0, f"a string over several lines: {line}"
    name = path.name if path.parent.name == "static" else str(path)
    read = {each.name: each.read_text() for each in SCRIPTS}
    joined = as_one_script([path.name], lambda name: read[name.split("/")[-1]], lambda each: each)
    assert not any(line.startswith(("//", " ", "import ")) for line in joined.splitlines()), name


def test_a_script_without_blanks_means_the_same() -> None:
    script = """
      // A comment with "quotes".
      const a = { b: 1, c }; // and "another"
      if (a / 2 > 1 / 4) text.replace(/ [,;] "/g, "{ ; }"); else return `${a} ; ${b}`;
      const far = one
        .filter((each) => each in a) ?? [];
      let more = a + +b
      more++
    """
    assert stripped_script(script).splitlines() == [
        'const a={b:1,c};if(a / 2>1 / 4)text.replace(/ [,;] "/g,"{ ; }");'
        "else return `${a} ; ${b}`;const far=one.filter((each)=>each in a)??[];let more=a + +b",
        "more++",
    ]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_stylesheet_keeps_its_rules_when_stripped(path: Path) -> None:
    text = path.read_text()
    assert "'" not in stripped(text), "single quotes are not known to stripped()"
    for mark in "{}":
        assert stripped(text).count(mark) == text.count(mark)
    assert "/*" not in stripped(text)
