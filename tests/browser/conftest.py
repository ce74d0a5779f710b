"""A browser and a server for all tests here, and people who use them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import CHROMIUM, QUIET
from tests.browser.people import People
from tests.browser.running import Running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give what a browser shows two more chances: on a busy machine it may come too late.

    Deals differ from run to run, so what is really broken fails again.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium. Without one a test is skipped, but where all must be tested it fails."""
    if not CHROMIUM.exists():
        message = f"there is no Chromium at {CHROMIUM}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield started
        started.close()


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests: to start one takes longer than many a test."""
    running = Running(tmp_path_factory.mktemp("siberia"))
    yield running
    running.stop()
    assert not running.troubles


@pytest.fixture
def server(running: Running) -> Iterator[Running]:
    """The server. It logs no error in a test, and is up again after one that stopped it."""
    before = len(running.troubles)
    yield running
    if not running.is_up:
        running.start()
    assert not running.troubles[before:]


@pytest.fixture
def people(browser: Browser, server: Running) -> Iterator[People]:
    """Makes people with browsers; whatever goes wrong on any of their pages fails the test."""
    made = People(browser, server)
    yield made
    made.leave()
