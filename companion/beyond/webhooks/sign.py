"""Signs what is sent as the Standard Webhooks specification says: libraries can check it."""

import base64
import hashlib
import hmac

PREFIX = "whsec_"  # of a secret that is base64


def headers(secret: str, name: str, at_s: int, body: bytes) -> dict[str, str]:
    """Return the three headers of a message: its name, when it was sent, and the signature.

    The signature is an HMAC-SHA256 over all three, so nobody can send an old one again later.
    """
    signed = b".".join((name.encode(), str(at_s).encode(), body))
    digest = hmac.digest(key_of(secret), signed, hashlib.sha256)
    return {
        "webhook-id": name,
        "webhook-timestamp": str(at_s),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def key_of(secret: str) -> bytes:
    """Return the bytes of a secret; one that begins with whsec_ is base64, any other is text."""
    if secret.startswith(PREFIX):
        try:
            return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
        except ValueError:
            return secret.encode()
    return secret.encode()
