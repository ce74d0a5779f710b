"""Schemathesis on the document, for some seconds; `python -m benchmarks.fuzz_api` takes longer."""

import pytest
from benchmarks import fuzz_api

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_nothing_that_fits_the_document_or_does_not_makes_the_server_fail():
    found = fuzz_api.run(examples=4, phases="coverage,fuzzing,stateful")
    assert found.status == 0, found.said
    assert found.wrong == []
    assert found.statuses.total() > 500
