"""GET /static/...: scripts, styles and pictures, which a phone keeps for ever."""

from flask import Flask, Response, abort, request

from web_ui.access.policy import STATIC
from web_ui.render.assets import ADDRESS, Asset, Assets
from web_ui.render.packing import takes_gzip

FOR_EVER = "public, max-age=31536000, immutable"


class Files:
    """The static files of all pages and games."""

    def __init__(self, assets: Assets) -> None:
        """Serve these."""
        self._assets = assets

    def register(self, app: Flask) -> None:
        """Add the route, which is open to strangers: nothing of a game is in a file."""
        app.add_url_rule(f"{ADDRESS}<path:name>", STATIC, self.file)

    def file(self, name: str) -> Response:
        """Send a file, or several as one.

        The address that names its content may be kept for ever. Any other has to be asked for
        again, so a page from before an update never makes an old script stay.
        """
        try:
            asset = self._assets.get(name)
        except KeyError:
            abort(404)
        answer = _packed(asset) if asset.packed and takes_gzip() else Response(asset.body)
        answer.content_type = f"{asset.kind}; charset=utf-8" if asset.packed else asset.kind
        if asset.packed:
            answer.vary.add("Accept-Encoding")
        if request.args.get("v") == asset.version:
            answer.headers["Cache-Control"] = FOR_EVER
        else:
            answer.headers["Cache-Control"] = "no-cache"
            answer.set_etag(asset.version, weak=True)
        # Safari plays a video only if it can ask for a part of it.
        answer.make_conditional(request, accept_ranges=True, complete_length=_size(answer))
        return answer


def _packed(asset: Asset) -> Response:
    answer = Response(asset.packed)
    answer.content_encoding = "gzip"
    return answer


def _size(answer: Response) -> int:
    return answer.content_length or 0
