"""What the clients do, without saying how: steps that a blocking and an asynchronous client both carry out."""

from __future__ import annotations

import json
import random
import time
import uuid
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generator, List, Optional, Tuple, Type, Union
from urllib.parse import quote

import httpx
import pydantic

from ._errors import WinnowError
from ._extraction import raw_results
from ._header_text import is_header_text
from ._models import (
    CrawlEstimate,
    ExtractedResult,
    Extraction,
    JobProgress,
    JobSummary,
    MapResults,
    Page,
    SearchResults,
    UndeliveredUrl,
    Usage,
    json_schema,
    parse,
)

_GRACE_SECONDS = 15.0
_RECORDS_SECONDS = 30.0
# When the service answers at the latest, if a request has no `timeout`.
_DEFAULT_SECONDS = {"scrape": 30, "crawl": 60, "map": 60, "search": 60, "extract": 60}
# The service takes up to 60 seconds to accept a job: a batch stores up to 10,000 URLs.
_START_SECONDS = 60.0 + _GRACE_SECONDS
_DAY_MILLISECONDS = 86_400_000
_PART_SIZE = 100
_FIRST_POLL_SECONDS = 0.3
_MAX_POLL_SECONDS = 3.0
_MAX_PAUSE_IN_OUTAGE_SECONDS = 10.0

CRAWL = "/api/v1/crawl"
BATCH = "/api/v1/batch/scrape"


@dataclass(frozen=True)
class Retry:
    max_retries: int = 3
    first_wait_seconds: float = 0.5
    max_wait_seconds: float = 60.0


@dataclass(frozen=True)
class Send:
    method: str
    path: str
    timeout: float
    params: Optional[Dict[str, Any]] = None
    body: Optional[bytes] = None
    headers: Optional[Dict[str, str]] = None


@dataclass(frozen=True)
class Sleep:
    seconds: float


Outcome = Union[httpx.Response, httpx.HTTPError, None]
Steps = Generator[Union[Send, Sleep], Outcome, Any]


def _retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds of a Retry-After header: a number, or a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    return max(0.0, date.replace(tzinfo=date.tzinfo or timezone.utc).timestamp() - time.time())


def _failure(response: httpx.Response, body: Any) -> WinnowError:
    fields = body if isinstance(body, dict) else {}
    status = response.status_code
    code = fields.get("code")
    message = fields.get("message") or fields.get("error")
    if code is None and status == 401:
        code, message = "UNAUTHORIZED", message or "The API key is not valid."
    elif code is None and status == 429:
        code, message = "RATE_LIMITED", "Too many requests."
    elif code is None and status in (502, 503, 504):
        code, message = "SERVICE_UNAVAILABLE", f"The service is not available (status {status})."
    elif code is None:
        code = "INVALID_ANSWER"
        message = f"The address answers with status {status}, and not as Winnow does: check the base URL."
    return WinnowError(
        code,
        message or f"The service answered {code}.",
        status=status,
        request_id=response.headers.get("x-request-id"),
        retry_after_seconds=_retry_after(response.headers.get("retry-after")),
        url=fields.get("url"),
    )


def _reported(answer: Dict[str, Any]) -> WinnowError:
    """The failure of an answer with ``success: false``."""
    return WinnowError(
        answer.get("code", "INVALID_ANSWER"),
        answer.get("error", "The service gives no reason."),
        status=200,
        url=answer.get("url"),
    )


def _answer(outcome: Outcome, timeout: float) -> Dict[str, Any]:
    if isinstance(outcome, httpx.TimeoutException) and not isinstance(outcome, httpx.ConnectTimeout):
        raise WinnowError("NO_ANSWER_IN_TIME", f"No answer within {timeout:g} seconds.") from outcome
    if isinstance(outcome, httpx.HTTPError):
        raise WinnowError("UNREACHABLE", f"The service cannot be reached: {outcome}.") from outcome
    assert outcome is not None
    try:
        body = outcome.json()
    except ValueError:
        raise _failure(outcome, None) from None
    if not outcome.is_success or not isinstance(body, dict) or not isinstance(body.get("success"), bool):
        raise _failure(outcome, body)
    return body


def _is_transient(error: WinnowError) -> bool:
    return error.code in ("UNREACHABLE", "RATE_LIMITED") or error.status in (502, 503, 504)


def _retry_wait(error: WinnowError, attempt: int, retry: Retry) -> Optional[float]:
    """Seconds before repetition number ``attempt``; None when the service asks for more than is allowed."""
    asked = error.retry_after_seconds
    if asked is None:
        return min(retry.max_wait_seconds, retry.first_wait_seconds * 2**attempt) * random.uniform(0.5, 1)
    return None if asked > retry.max_wait_seconds else asked + random.uniform(0, retry.first_wait_seconds)


def call(request: Send, retry: Retry) -> Steps:
    """One request, repeated where the same one may succeed in a moment.

    That the first request is still running is not counted: its answer, which is paid for, comes within its time.
    """
    counted = 0
    still_running = 0
    runs_since = time.monotonic()
    while True:
        outcome = yield request
        try:
            return _answer(outcome, request.timeout)
        except WinnowError as error:
            seconds = None
            if retry.max_retries > 0 and error.code == "IDEMPOTENCY_IN_PROGRESS":
                seconds = _retry_wait(error, still_running, retry)
                still_running += 1
                if seconds is not None and time.monotonic() + seconds > runs_since + request.timeout:
                    seconds = None
            elif counted < retry.max_retries and _is_transient(error):
                seconds = _retry_wait(error, counted, retry)
                counted += 1
                runs_since = time.monotonic() + (seconds or 0)
            if seconds is None:
                raise
        yield Sleep(seconds)


def _json(body: Dict[str, Any]) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise WinnowError("INVALID_REQUEST", f"The request cannot be written as JSON: {error}.") from error


def _billed(path: str, body: Dict[str, Any], seconds: float, key: Optional[str], retry: Retry) -> Steps:
    sent_key = str(uuid.uuid4()) if key is None else key
    if not is_header_text(sent_key):
        raise WinnowError("INVALID_REQUEST", "The idempotency key must be printable ASCII, without spaces at its ends.")
    headers = {"idempotency-key": sent_key, "content-type": "application/json"}
    sent = {name: value for name, value in body.items() if value is not None}
    answer = yield from call(Send("POST", path, seconds, body=_json(sent), headers=headers), retry)
    if not answer["success"] or answer.get("data") is None:
        raise _reported(answer)
    return answer


def _seconds(options: Dict[str, Any], operation: str) -> float:
    timeout = options.get("timeout")
    # The service says what is wrong with a timeout that is no number, or one that no request can have.
    if not isinstance(timeout, (int, float)):
        return _DEFAULT_SECONDS[operation] + _GRACE_SECONDS
    return min(max(timeout, 0), _DAY_MILLISECONDS) / 1000 + _GRACE_SECONDS


def _with_json_data(data: Dict[str, Any]) -> Dict[str, Any]:
    """The fields of a page for a model: ``json`` is a method of pydantic's models."""
    return {("json_data" if name == "json" else name): value for name, value in data.items()}


def _page(data: Dict[str, Any]) -> Page:
    return parse(Page, _with_json_data(data))


def scrape(url: str, options: Dict[str, Any], key: Optional[str], retry: Retry) -> Steps:
    answer = yield from _billed("/api/v1/scrape", {"url": url, **options}, _seconds(options, "scrape"), key, retry)
    more = {name: answer.get(name) for name in ("url", "source", "warning")}
    return _page({**answer["data"], **more})


def map_site(url: str, options: Dict[str, Any], key: Optional[str], retry: Retry) -> Steps:
    answer = yield from _billed("/api/v1/map", {"url": url, **options}, _seconds(options, "map"), key, retry)
    return parse(MapResults, {**answer["data"], "warning": answer.get("warning")})


def estimate_crawl(url: str, options: Dict[str, Any], key: Optional[str], retry: Retry) -> Steps:
    body = {"url": url, **options, "dryRun": True}
    answer = yield from _billed(CRAWL, body, _seconds(options, "crawl"), key, retry)
    if "estimate" not in answer["data"]:
        raise _reported(answer)
    return parse(CrawlEstimate, answer["data"]["estimate"])


def search(query: str, options: Dict[str, Any], key: Optional[str], retry: Retry) -> Steps:
    answer = yield from _billed("/api/v1/search", {"query": query, **options}, _seconds(options, "search"), key, retry)
    pages = [_with_json_data(page) for page in answer["data"]["pages"]]
    return parse(SearchResults, {**answer["data"], "pages": pages, "warning": answer.get("warning")})


Schema = Union[Type[pydantic.BaseModel], Dict[str, Any], None]


def _validated(model: Type[pydantic.BaseModel], result: ExtractedResult[Any]) -> ExtractedResult[Any]:
    try:
        return ExtractedResult(result.url, parse(model, result.data))
    except pydantic.ValidationError as error:
        message = f"What was found on {result.url} does not fit the schema: {error}"
        raise WinnowError("SCHEMA_MISMATCH", message, url=result.url) from error


def extract(urls: Union[str, List[str]], schema: Schema, options: Dict[str, Any], key: Optional[str], retry: Retry) -> Steps:
    listed = [urls] if isinstance(urls, str) else list(urls)
    model = schema if isinstance(schema, type) else None
    sent = json_schema(model) if model is not None else schema
    body = {"urls": listed, **options, **({} if sent is None else {"schema": sent})}
    answer = yield from _billed("/api/v1/extract", body, _seconds(options, "extract"), key, retry)
    found_json = answer["data"]["json"]
    found = raw_results(found_json, sent, listed)
    results = found if model is None else [_validated(model, result) for result in found]
    return Extraction(results, found_json, answer.get("warning"))


def usage(retry: Retry) -> Steps:
    answer = yield from call(Send("GET", "/api/v1/usage", _RECORDS_SECONDS), retry)
    return parse(Usage, answer["data"])


def _cursor(data: Dict[str, Any]) -> Optional[str]:
    following = data.get("next")
    # The host of `next` is what the service takes for its own; only its query is used.
    return None if following is None else httpx.URL(following).params["cursor"]


def crawls(cursor: Optional[str], retry: Retry) -> Steps:
    params = {"limit": "100", **({} if cursor is None else {"cursor": cursor})}
    data = (yield from call(Send("GET", "/api/v1/crawls", _RECORDS_SECONDS, params=params), retry))["data"]
    return [parse(JobSummary, entry) for entry in data["crawls"]], _cursor(data)


class JobState:
    """Where the reader of a crawl or a batch is. ``root`` is the path of the operation."""

    def __init__(
        self,
        root: str,
        job_id: Optional[str],
        request: Dict[str, Any],
        skip: int,
        retry: Retry,
        max_outage: float,
        key: Optional[str] = None,
    ) -> None:
        self._root = root
        self.id = job_id
        self.invalid_urls: List[str] = []
        self.position = skip
        self.is_done = False
        self.is_cancelled = False
        self._request = request
        self._key = str(uuid.uuid4()) if key is None else key
        self._retry = retry
        self._max_outage = max_outage
        self._poll = _FIRST_POLL_SECONDS
        self._is_early = False

    @property
    def _path(self) -> str:
        return f"{self._root}/{quote(self.id or '', safe='')}"

    def start(self) -> Steps:
        if self.id is None:
            if self._request.get("dryRun"):
                raise WinnowError("INVALID_REQUEST", "`dryRun` starts nothing: ask `estimate_crawl` for the estimate.")
            body = {**self._request, "async": True}
            answer = yield from _billed(self._root, body, _START_SECONDS, self._key, self._retry)
            self.id = answer["id"]
            self.invalid_urls = answer["data"].get("invalidURLs", [])
        return self.id

    def _status(self, skip: int, limit: int) -> Steps:
        params = {"skip": skip, "limit": limit}
        answer = yield from call(Send("GET", self._path, _RECORDS_SECONDS, params=params), self._retry)
        if answer.get("data") is None:
            raise _reported(answer)
        return answer

    def _status_despite_outages(self) -> Steps:
        """The crawl goes on without its reader: a lost connection only delays what is read."""
        started = time.monotonic()
        pause = 1.0
        while True:
            try:
                return (yield from self._status(self.position, _PART_SIZE))
            except WinnowError as error:
                is_outage = error.code in ("UNREACHABLE", "NO_ANSWER_IN_TIME", "SERVICE_UNAVAILABLE", "RATE_LIMITED")
                if not is_outage or time.monotonic() - started + pause > self._max_outage:
                    raise
            yield Sleep(pause * random.uniform(0.5, 1))
            pause = min(_MAX_PAUSE_IN_OUTAGE_SECONDS, pause * 2)

    def next_part(self) -> Steps:
        """The next pages, the position after them, and the failure of a job that has ended with one.

        Pages that the service has no more are left out. ``is_done`` says that there are no more pages.
        """
        yield from self.start()
        if self._is_early:
            yield Sleep(self._poll)
            self._poll = min(_MAX_POLL_SECONDS, self._poll * 1.5)
        answer = yield from self._status_despite_outages()
        data = answer["data"]
        pages = [_page(page) for page in data["pages"]]
        if pages:
            self._poll = _FIRST_POLL_SECONDS
        self._is_early = data["status"] == "running" and len(pages) < _PART_SIZE
        self.is_done = "next" not in data
        # The host of `next` is what the service takes for its own; only its query is used.
        following = self.position + len(pages) if self.is_done else int(httpx.URL(data["next"]).params["skip"])
        failure = _reported(answer) if self.is_done and data["status"] == "failed" and not self.is_cancelled else None
        return pages, following, failure

    def progress(self) -> Steps:
        yield from self.start()
        answer = yield from self._status(0, 1)
        progress = {name: value for name, value in answer["data"].items() if name != "pages"}
        return parse(JobProgress, {**progress, "warning": answer.get("warning")})

    def cancel(self) -> Steps:
        if self.id is None:
            return
        self.is_cancelled = True
        yield from call(Send("DELETE", self._path, _RECORDS_SECONDS), self._retry)

    def errors(self, state: Optional[str], cursor: Optional[str]) -> Steps:
        if self.id is None:
            return [], None
        params = {name: value for name, value in (("state", state), ("cursor", cursor)) if value is not None}
        request = Send("GET", f"{self._path}/errors", _RECORDS_SECONDS, params=params)
        data = (yield from call(request, self._retry))["data"]
        return [parse(UndeliveredUrl, entry) for entry in data["errors"]], _cursor(data)
