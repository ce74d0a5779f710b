"""The files in deploy/ name what there is, and agree with each other and with the server."""

import configparser
import importlib
import os
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import typer

from siberia.cli.app import app
from siberia.web.http.middleware import LARGEST_BODY, LARGEST_RECORD
from siberia.web.http.observing import STREAMS
from siberia.web.http.serving import PATIENCE
from siberia.web.http.settings import KEY_VARIABLE, Settings
from siberia.web.http.streams import HEARTBEAT

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = {file.name: file.read_text(encoding="utf-8") for file in DEPLOY.iterdir()}
TEXTS = {**FILES, "DEPLOY.md": (ROOT / "docs" / "DEPLOY.md").read_text(encoding="utf-8")}
DOCKERFILE = FILES["Dockerfile"].replace("\\\n", " ")

PORT = Settings(data=Path()).port
DATA = "/var/lib/siberia"
CACHE = "/var/cache/siberia"
# What must not be found from outside.
INSIDE = ("metrics", "ready")


def served() -> click.Command:
    """``siberia serve`` as the command line knows it."""
    group: Any = typer.main.get_command(app)
    return group.commands["serve"]


OPTIONS = {name for option in served().params for name in option.opts}
VARIABLES = {str(option.envvar) for option in served().params if option.envvar} | {KEY_VARIABLE}
# Of other programs: the database's image, its driver, and the compiler.
THEIRS = {
    "POSTGRES_USER",
    "POSTGRES_PASSWORD",
    "PGPASSWORD",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
}


def compose() -> Any:
    try:
        yaml = importlib.import_module("yaml")
    except ImportError as missing:
        # It comes with a library that is not to be had everywhere; CI has it.
        if "CI" in os.environ:
            raise
        pytest.skip(str(missing))
    return yaml.safe_load(FILES["compose.yaml"])


def unit() -> configparser.ConfigParser:
    # A key that is repeated adds to the first; of those only one is asked for below.
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(FILES["siberia.service"])
    return parser


def commands() -> dict[str, list[str]]:
    """The command lines that start the server."""
    written = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[-1]
    return {
        "Dockerfile": re.findall(r'"([^"]*)"', written),
        "siberia.service": shlex.split(unit()["Service"]["ExecStart"]),
    }


def steps(kind: str) -> list[str]:
    """What stands after an instruction of the Dockerfile, wherever it is given."""
    return re.findall(rf"^{kind} +(.*)$", DOCKERFILE, re.MULTILINE)


@pytest.mark.parametrize("name", ["Dockerfile", "siberia.service"])
def test_the_server_understands_how_it_is_started(name):
    command = commands()[name]
    assert Path(command[0]).name == "siberia"
    assert command[1] == "serve"
    served().make_context("serve", command[2:])


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_options_and_variables_that_are_named_exist(name):
    text = TEXTS[name]
    ours = re.findall(
        r"--(?:host|port|data|database-url|url|allowed-host|trusted-\w+|connections)\b", text
    )
    assert set(ours) <= OPTIONS
    named = set(re.findall(r"\b(?:SIBERIA_|POSTGRES_|NUMBA_|DATABASE_|PG)[A-Z_]+\b", text))
    assert named <= VARIABLES | THEIRS


def test_compose_sets_what_the_server_reads():
    services = compose()["services"]
    assert set(services["server"]["environment"]) <= VARIABLES | THEIRS
    # What .env may set is what is asked for, and nothing secret is written down.
    asked = set(re.findall(r"\$\{(\w+)", FILES["compose.yaml"]))
    offered = dict(re.findall(r"^(\w+)=(.*)$", FILES[".env.example"], re.MULTILINE))
    assert set(offered) == asked
    assert offered["POSTGRES_PASSWORD"] == offered[KEY_VARIABLE] == ""
    assert "deploy/.env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


def test_all_speak_of_one_port():
    assert steps("EXPOSE") == [str(PORT)]
    assert f"127.0.0.1:{PORT}/health" in DOCKERFILE
    # Only this machine reaches the server without the proxy.
    assert compose()["services"]["server"]["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    command = commands()["siberia.service"]
    assert command[command.index("--port") + 1] == str(PORT)
    assert command[command.index("--host") + 1] == "127.0.0.1"
    for proxy in ("Caddyfile", "nginx.conf"):
        assert f" 127.0.0.1:{PORT}" in FILES[proxy]


def test_all_keep_data_and_rules_in_the_same_folders():
    assert steps("VOLUME") == [f"{DATA} {CACHE}"]
    assert f"SIBERIA_DATA={DATA}" in DOCKERFILE
    assert f"XDG_CACHE_HOME={Path(CACHE).parent}" in DOCKERFILE
    service = unit()["Service"]
    # %S is /var/lib and %C is /var/cache.
    assert "SIBERIA_DATA=%S/siberia" in service["Environment"].split()
    assert "XDG_CACHE_HOME=%C" in service["Environment"].split()
    assert service["StateDirectory"] == service["CacheDirectory"] == "siberia"
    mounted = compose()["services"]["server"]["volumes"]
    assert [place.split(":")[1] for place in mounted] == [DATA]


def test_a_service_is_started_again_however_often_it_fails():
    """Its database may be away for longer than a few starts take."""
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit()["Service"]["Restart"] == "on-failure"


def test_nothing_runs_as_root():
    assert steps("USER") == ["siberia"]
    assert (
        DOCKERFILE.rindex("\nUSER ")
        < DOCKERFILE.index("first_calls(); later_calls()")
        < DOCKERFILE.index("\nCMD ")
    )
    assert unit()["Service"]["DynamicUser"] == "yes"
    assert compose()["services"]["server"]["cap_drop"] == ["ALL"]


def test_the_proxy_is_believed_where_it_is():
    parts = compose()
    (network,) = parts["networks"]["inside"]["ipam"]["config"]
    server = parts["services"]["server"]
    assert server["environment"]["SIBERIA_TRUSTED_PROXY"] == network["gateway"]
    assert server["networks"] == ["inside"]


def test_the_image_is_made_of_what_the_build_may_see():
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    shown = {line[1:] for line in lines if line.startswith("!")}
    copied = {part for step in steps("COPY") if "--from" not in step for part in step.split()[:-1]}
    assert copied == shown
    assert all((ROOT / part).exists() for part in shown)


def test_the_driver_of_postgresql_is_found_with_its_hashes():
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lock) if line.startswith("asyncpg=="))
    # As the Dockerfile's sed does: up to the first line that does not go on.
    end = next(n for n in range(start, len(lock)) if not lock[n].endswith("\\"))
    assert re.search(
        r"sed -n '/\^asyncpg==/,/\[\^\\\\\]\$/p' requirements-dev.lock", FILES["Dockerfile"]
    )
    assert end > start
    assert all(line.strip().startswith("--hash=sha256:") for line in lock[start + 1 : end + 1])


@pytest.mark.parametrize("proxy", ["Caddyfile", "nginx.conf"])
def test_a_proxy_waits_as_long_as_streams_need_and_no_longer_than_the_server(proxy):
    text = FILES[proxy]
    (kept,) = re.findall(r"^\s*keepalive(?:_timeout)? (\d+)s", text, re.MULTILINE)
    assert int(kept) < PATIENCE
    (patient,) = re.findall(r"read_timeout (\d+)h", text)
    assert int(patient) * 3600 > 3 * HEARTBEAT
    (largest,) = re.findall(r"max_(?:body_)?size (\d+)k", text, re.IGNORECASE)
    assert int(largest) * 1000 > max(LARGEST_BODY, LARGEST_RECORD)
    for path in INSIDE:
        assert path in text


def test_nginx_writes_addresses_anew_and_holds_nothing_up():
    text = FILES["nginx.conf"]
    assert "X-Forwarded-For $remote_addr;" in text
    assert "$proxy_add_x_forwarded_for" not in text
    streams, held = re.findall(r"location ~ (\S+) \{([^}]*)", text)[0]
    assert "proxy_buffering off;" in held
    # What is a stream is known by its route: it is not counted among the answers.
    for route in STREAMS:
        assert re.search(streams, route), route
    assert not re.search(streams, "/t/{table}")
    assert "proxy_http_version 1.1;" in text


def test_memory_may_be_executed_for_the_rules_are_compiled():
    assert unit()["Service"]["MemoryDenyWriteExecute"] == "no"
