"""Answers made small, where whoever asks can read that.

Starlette's middleware does the same for every answer; of what a click costs it took a twelfth, most
of it to make room for texts far larger than ours.
"""

import zlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

# What is smaller fits into one packet anyway.
SMALLEST: Final = 1000
# The lightest compression: the next ones take half as long again, for a twelfth fewer bytes.
LEVEL: Final = 1
# A text so long is a whole page, not the few parts of an update: seldom asked for, and a fifth
# lighter with more work.
WHOLE_PAGE: Final = 50_000
WHOLE_PAGE_LEVEL: Final = 6
# Less room than zlib takes by itself: that much anew for each text costs more than it brings.
ROOM: Final = 7
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
    level = LEVEL if len(body) < WHOLE_PAGE else WHOLE_PAGE_LEVEL
    packer = zlib.compressobj(level, wbits=GZIP, memLevel=ROOM)
    return packer.compress(body) + packer.flush()
