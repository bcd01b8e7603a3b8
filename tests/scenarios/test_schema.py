"""The HTTP API held to its own description: no error of ours, no answer of another form, whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from tests.scenarios.desk import Served, served

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
checks = pytest.importorskip("schemathesis.specs.openapi.checks", reason="schemathesis is not installed")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve one desk for every request."""
    with served(tmp_path_factory.mktemp("schema")) as one:
        yield one


@pytest.fixture(scope="module")
def description(desk: Served) -> object:
    """Read the description that the desk gives of itself."""
    return schemathesis.openapi.from_url(f"{desk.address}/openapi.json")


def test_no_request_breaks_the_description(description: object) -> None:
    """Every status, content type and form is one that the description promises, for made-up requests too."""
    tried = []
    for result in description.get_all_operations():
        operation = result.ok()
        tried.append(operation.label)

        @given(case=operation.as_strategy())
        @settings(
            max_examples=15,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def sent(case: object) -> None:
            # that a row lacks its unit, say, is told by us and not by the description
            case.call_and_validate(timeout=30, excluded_checks=[checks.positive_data_acceptance])

        sent()
    assert "POST /api/v1/questions" in tried
    assert len(tried) >= 12
