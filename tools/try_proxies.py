"""Try the proxies of deploy/ before a real server: ``python -m tools.try_proxies [nginx] [caddy]``.

Each is started as its file says, with the address, the certificate and the ports of this trial in
it, all on 127.0.0.1. It must pass a stream on at once and keep it open, say truly who asks, believe
no client who says so itself, keep inside what is for inside, and lose no request after a pause.
What is not installed is named and left out, so this is for developers, and not among the tests.
"""

import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Final

from tests.web.server import Process, free_port

from siberia.web.http.middleware import COSTLY_LIMIT
from siberia.web.http.serving import PATIENCE
from siberia.web.http.streams import HEARTBEAT

DEPLOY: Final = Path(__file__).parent.parent / "deploy"
NAME: Final = "play.example"
# All of 127.0.0.0/8 is this machine: here are two who ask.
SOMEBODY: Final = "127.0.0.2"
SOMEBODY_ELSE: Final = "127.0.0.3"
# Ways to write what must not be found from outside.
INSIDE: Final = (
    *("/metrics", "/ready", "/metrics/", "/ready/x", "/metrics?x=1"),
    *("//metrics", "/./ready", "/x/../metrics", "/%6detrics"),
)
# Seconds: what is passed on at once is here much sooner, and a start takes no longer.
AT_ONCE: Final = 1.0
STARTING: Final = 10.0


class Trial:
    """A proxy that runs, and what is asked of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        # The certificate is our own, made a moment ago.
        self.trust = ssl._create_unverified_context()  # noqa: S323

    def connect(self, who: str = SOMEBODY) -> HTTPSConnection:
        """Connect from an address."""
        return HTTPSConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(who, 0), context=self.trust
        )

    def ask(self, method: str, path: str, who: str = SOMEBODY, **headers: str) -> HTTPResponse:
        """Ask for something as if by the public name; return the answer, read."""
        connection = self.connect(who)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"Host": NAME, **named})
        answer = connection.getresponse()
        if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            answer.read()
            connection.close()
        return answer

    def pages_come(self) -> str:
        """See that a page comes, with the header that keeps browsers to HTTPS."""
        answer = self.ask("GET", "/")
        assert answer.status == 200, answer.status
        assert "Strict-Transport-Security" in answer.headers
        return "the home page is there"

    def inside_stays_inside(self) -> str:
        """See that the proxy refuses what is for inside: answers of the server bear a policy."""
        for path in INSIDE:
            answer = self.ask("GET", path)
            assert answer.status in (308, 403, 404), (path, answer.status)
            assert "Content-Security-Policy" not in answer.headers, path
        return f"{len(INSIDE)} ways to /metrics and /ready lead nowhere"

    def who_asks_is_told_truly(self) -> str:
        """Ask too often, each time as another: who does so is stopped, and nobody else is."""
        for number in range(COSTLY_LIMIT):
            forged = {"X_Forwarded_For": f"10.1.2.{number}", "Forwarded": f"for=10.1.2.{number}"}
            status = self.ask("POST", "/carry", Content_Length="0", **forged).status
            assert status not in (429, 502), (number, status)
        forged = {"X_Forwarded_For": "10.9.9.9, 127.0.0.1"}
        status = self.ask("POST", "/carry", Content_Length="0", **forged).status
        assert status == 429, f"forged addresses are believed: {status}"
        status = self.ask("POST", "/carry", SOMEBODY_ELSE, Content_Length="0").status
        assert status != 429, "all share one address: what the proxy says is not believed"
        return "forged addresses are not believed, true ones are"

    def streams_flow(self) -> str:
        """See that a stream's first word is here at once, and that the next ones come."""
        began = time.perf_counter()
        stream = self.ask("GET", "/live?tables=x")
        assert stream.status == 200, stream.status
        first = stream.fp.readline() + stream.fp.readline() + stream.fp.readline()
        at_once = time.perf_counter() - began
        assert at_once < AT_ONCE, f"a stream is held back: {at_once:.1f} s"
        words = 0
        while words < 3:
            line = stream.fp.readline()
            assert line, "a stream was closed"
            words += b"event: still" in line
        later = time.perf_counter() - began
        assert later > 2 * HEARTBEAT - 1, later
        stream.close()
        assert b"retry" in first, first
        return f"a stream has its first word after {1000 * at_once:.0f} ms, lives {later:.0f} s on"

    def nothing_is_lost_after_a_pause(self) -> str:
        """Ask, wait until the server closes quiet connections, and ask again just then."""
        for pause in (0.0, PATIENCE - 0.05, PATIENCE, PATIENCE + 0.05):
            time.sleep(pause)
            for _ in range(4):
                assert self.ask("POST", "/settings", Content_Length="0").status < 500
        return "after a pause nothing is lost"


@contextmanager
def nginx(folder: Path, port: int, upstream: int) -> Iterator[Trial]:
    """Run nginx with its file in deploy/."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), text)
    text = text.replace("/var/log/nginx", str(folder))
    places = " ".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; pid {folder}/pid; error_log stderr crit;\n"
        f"events {{ worker_connections 512; }}\nhttp {{ {places}\n{text}\n}}\n"
    )
    file = folder / "whole.conf"
    file.write_text(whole, encoding="utf-8")
    with started(["nginx", "-c", str(file), "-e", "stderr"], port) as trial:
        yield trial


@contextmanager
def caddy(folder: Path, port: int, upstream: int) -> Iterator[Trial]:
    """Run Caddy with its file in deploy/."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    tls = f"\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem"
    text = text.replace(
        f"\n{NAME} {{", f"\nhttps://{NAME}:{port}, https://127.0.0.1:{port} {{\n{tls}"
    )
    settings = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    file = folder / "Caddyfile"
    file.write_text(settings + text, encoding="utf-8")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    # What it keeps, it keeps here.
    places = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with started(command, port, **places) as trial:
        yield trial


@contextmanager
def started(command: list[str], port: int, **places: str) -> Iterator[Trial]:
    """Run a proxy until the trial is over."""
    process = subprocess.Popen(  # noqa: S603
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **places},
    )
    trial, deadline = Trial(port), time.monotonic() + STARTING
    try:
        while True:
            try:
                trial.ask("GET", "/health")
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    process.kill()
                    raise SystemExit(process.communicate()[0]) from None
                time.sleep(0.1)
        yield trial
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            # It waits for streams that are still open.
            process.kill()


def make_certificate(folder: Path) -> None:
    """Make a certificate for this trial."""
    names = f"subjectAltName=DNS:{NAME},IP:127.0.0.1"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subject = ["-subj", f"/CN={NAME}", "-addext", names]
    subprocess.run([*command, *files, *subject], check=True, capture_output=True)  # noqa: S603


def try_proxy(name: str) -> None:
    """Try one proxy, and say what was found."""
    runs = nginx if name == "nginx" else caddy
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_certificate(folder)
        options = ("--url", f"https://{NAME}", "--trusted-proxy", "127.0.0.1")
        server = Process(folder, *options).start()
        try:
            with runs(folder, free_port(), server.port) as trial:
                for attempt in (
                    trial.pages_come,
                    trial.inside_stays_inside,
                    trial.who_asks_is_told_truly,
                    trial.streams_flow,
                    trial.nothing_is_lost_after_a_pause,
                ):
                    print(f"{name}: {attempt()}", flush=True)
        finally:
            server.kill()


def main() -> None:
    """Try those that are named, or all."""
    for name in sys.argv[1:] or ["nginx", "caddy"]:
        if shutil.which(name):
            try_proxy(name)
        else:
            print(f"{name}: not installed, left out")


if __name__ == "__main__":
    main()
