"""``siberia serve``: SIBERIA in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from siberia.cli.options import DatabaseUrl, DataFolder

Host = Annotated[
    str, typer.Option(envvar="SIBERIA_HOST", help="Listen on this address; 0.0.0.0 is all of them.")
]
Port = Annotated[
    int, typer.Option(envvar="SIBERIA_PORT", help="Listen on this port.", min=1, max=65535)
]
PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--url",
        envvar="SIBERIA_URL",
        help="The address people reach the server by, for links to seats.",
        show_default=False,
        metavar="URL",
    ),
]
AllowedHosts = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-host",
        envvar="SIBERIA_ALLOWED_HOST",
        help="Answer to this name, too, besides localhost and that of --url; may be repeated.",
        show_default=False,
        metavar="NAME",
    ),
]
TrustedProxies = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        envvar="SIBERIA_TRUSTED_PROXY",
        help="Believe this address, that of a proxy, for whom it asks (X-Forwarded-For).",
        show_default=False,
        metavar="ADDRESS",
    ),
]
Receivers = Annotated[
    list[str] | None,
    typer.Option(
        "--receiver",
        envvar="SIBERIA_RECEIVER",
        help="Let people have notifications sent to this host, though it is not public; also by"
        " http. May be repeated.",
        show_default=False,
        metavar="NAME",
    ),
]
Connections = Annotated[
    int,
    typer.Option(
        envvar="SIBERIA_CONNECTIONS",
        help="Serve this many connections at once; half of them may be pages that wait for moves.",
        min=2,
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        envvar="SIBERIA_WORKERS",
        help="Serve with this many processes; more than one need PostgreSQL.",
        min=1,
    ),
]
BotsFile = Annotated[
    Path | None,
    typer.Option(
        "--bots",
        envvar="SIBERIA_BOTS",
        help="Offer the bots of this file as opponents (docs/API.md).",
        show_default=False,
        metavar="FILE",
    ),
]
OpensBrowser = Annotated[bool, typer.Option("--open", help="Open a browser, too.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: DataFolder = None,
    database_url: DatabaseUrl = None,
    public_url: PublicUrl = None,
    allowed_hosts: AllowedHosts = None,
    trusted_proxies: TrustedProxies = None,
    receivers: Receivers = None,
    connections: Connections = 800,
    workers: Workers = 1,
    bots: BotsFile = None,
    opens_browser: OpensBrowser = False,
) -> None:
    """Serve SIBERIA to browsers, on this machine or for others."""
    from siberia.cli.stores import data_folder
    from siberia.web.http.serving import serve as serve_until_stopped
    from siberia.web.http.settings import Settings

    settings = Settings(
        data=data_folder(data),
        host=host,
        port=port,
        database_url=database_url,
        public_url=public_url,
        allowed_hosts=tuple(allowed_hosts or ()),
        trusted_proxies=tuple(trusted_proxies or ()),
        receivers=tuple(receivers or ()),
        connections=connections,
        workers=workers,
        bots=bots,
    )
    serve_until_stopped(settings, opens_browser=opens_browser)
