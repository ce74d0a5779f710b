"""The examples in the docstrings of the environments are true."""

import doctest
import importlib
import os

import pytest

# What each module adapts the games to; without that library there is nothing to test.
LIBRARIES = {"batch": "numpy", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_examples_in_the_docstrings(name):
    if "CI" not in os.environ:  # There it must be installed.
        pytest.importorskip(LIBRARIES[name])
    failed, tried = doctest.testmod(importlib.import_module(f"siberia.envs.{name}"))
    assert tried
    assert not failed
