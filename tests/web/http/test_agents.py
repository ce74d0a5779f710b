"""Browsers by the names that people know."""

import pytest

from siberia.web.http.agents import device_name

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
            "Firefox, Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/128.0.0.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (f"{IPHONE} Gecko) Version/17.0 Mobile/15E148 Safari/604.1", "Safari, iPhone"),
        ("curl/8", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_a_browser_is_called_by_its_names(agent, name):
    assert device_name(agent) == name
