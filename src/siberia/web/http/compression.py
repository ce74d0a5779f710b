"""Answers made small, where whoever asks can read that.

Starlette's middleware does the same for every answer; of what a click costs it took a twelfth, most
of it to make room for texts far larger than ours.
"""

import zlib
from typing import Final

from isal import isal_zlib
from starlette.requests import Request
from starlette.responses import Response

# What is smaller fits into one packet anyway.
SMALLEST: Final = 1000
# Intel's library packs an update in half the time that zlib takes, and no larger.
LEVEL: Final = 1
# A text so long is a whole page, not the few parts of an update: seldom asked for, and a fifth
# lighter with more work.
WHOLE_PAGE: Final = 50_000
WHOLE_PAGE_LEVEL: Final = 6
GZIP: Final = 31
# No answer of ours depends on anything else that is asked for in a header.
VARY: Final = (b"vary", b"Accept-Encoding")


def compressed(request: Request, response: Response) -> Response:
    """Return an answer, its body compressed if that is worth it and will be understood."""
    body = response.body
    if len(body) < SMALLEST:
        return response
    response.raw_headers.append(VARY)
    if is_read_by(request):
        response.body = packed(bytes(body))
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def is_read_by(request: Request) -> bool:
    """Say whether whoever asks can read what is compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def packed(body: bytes) -> bytes:
    """Return a body compressed."""
    if len(body) < WHOLE_PAGE:
        return isal_zlib.compress(body, LEVEL, wbits=GZIP)
    return zlib.compress(body, WHOLE_PAGE_LEVEL, wbits=GZIP)
