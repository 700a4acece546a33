"""Answers packed with gzip: a page is a fifth of its size then.

A Pi Zero packs a page in a few milliseconds at every level. Streams are none of Flask's answers,
and static files are packed once (assets.py).
"""

import gzip

from flask import Response, request

LEVEL = 9
LEAST_BYTES = 500  # less gains nothing
KINDS = {"text/html", "application/json", "application/problem+json", "image/svg+xml"}


def takes_gzip() -> bool:
    """Does whoever asks unpack gzip?"""
    return request.accept_encodings.quality("gzip") > 0


def pack(response: Response) -> None:
    """Pack an answer that is text, if whoever asks can unpack it."""
    if response.is_streamed or (response.content_length or 0) < LEAST_BYTES:
        return
    if response.mimetype not in KINDS or response.content_encoding:
        return
    response.vary.add("Accept-Encoding")
    if takes_gzip():
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
