from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, Optional, Sequence, Type, TypeVar, Union, overload

import httpx
import pydantic

from . import _requests as requests
from ._header_text import read_api_key
from ._models import CrawlEstimate, Extraction, JobProgress, JobSummary, MapResults, Page, SearchResults, UndeliveredUrl, Usage
from ._requests import BATCH, CRAWL, JobState, Retry, Schema, Send, Sleep, Steps

Model = TypeVar("Model", bound=pydantic.BaseModel)


def _arguments(step: Send) -> Dict[str, Any]:
    return {
        "method": step.method,
        "url": step.path,
        "params": step.params,
        "content": step.body,
        "headers": step.headers,
        "timeout": step.timeout,
    }


_LARGEST_PORT = 65_535


def _is_service_url(text: str) -> bool:
    # Older releases of httpx accept a line break at the end and any number as port.
    if any(character.isspace() for character in text):
        return False
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return url.scheme in ("http", "https") and url.host != "" and (url.port or 0) <= _LARGEST_PORT


def _started(id: str) -> str:
    if not id:
        raise ValueError("The job has no id: it was not started.")
    return id


def _settings(base_url: str, api_key: str) -> Dict[str, Any]:
    if not isinstance(base_url, str) or not _is_service_url(base_url):
        raise ValueError("base_url must be a URL such as http://127.0.0.1:3000.")
    headers = {"x-api-key": read_api_key(api_key)}
    # A redirect would take the key to another host.
    return {"base_url": base_url.rstrip("/"), "headers": headers, "follow_redirects": False}


class Winnow:
    """A client of one Winnow service, with one API key. Options are named as in the API, such as ``onlyMainContent``."""

    def __init__(
        self, *, base_url: str, api_key: str, retry: Retry = Retry(), transport: Optional[httpx.BaseTransport] = None
    ) -> None:
        self._client = httpx.Client(**_settings(base_url, api_key), transport=transport)
        self._retry = retry

    def __enter__(self) -> "Winnow":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def _run(self, steps: Steps) -> Any:
        outcome: requests.Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome = None
            if isinstance(step, Sleep):
                time.sleep(step.seconds)
                continue
            try:
                outcome = self._client.request(**_arguments(step))
            except httpx.HTTPError as error:
                outcome = error

    def scrape(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> Page:
        """Reads one page."""
        return self._run(requests.scrape(url, options, idempotency_key, self._retry))

    def crawl(
        self,
        url: str,
        *,
        skip: int = 0,
        max_outage_seconds: float = 120,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> "PageJob":
        """Reads a site. The crawl starts when it is iterated, and goes on at the service while nobody reads it."""
        request = {"url": url, **options}
        return PageJob(self, JobState(CRAWL, None, request, skip, self._retry, max_outage_seconds, idempotency_key))

    def estimate_crawl(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> CrawlEstimate:
        """What a crawl would deliver, cost and take. Starts and costs nothing."""
        return self._run(requests.estimate_crawl(url, options, idempotency_key, self._retry))

    def resume_crawl(self, id: str, *, skip: int = 0, max_outage_seconds: float = 120) -> "PageJob":
        """A crawl that was started before; ``skip`` leaves out the pages that were read."""
        return PageJob(self, JobState(CRAWL, _started(id), {}, skip, self._retry, max_outage_seconds))

    def batch(
        self,
        urls: Sequence[Union[str, Mapping[str, Any]]],
        *,
        skip: int = 0,
        max_outage_seconds: float = 120,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> "PageJob":
        """Reads up to 10,000 pages that you name, each as a URL or with options of its own."""
        request = {"urls": list(urls), **options}
        return PageJob(self, JobState(BATCH, None, request, skip, self._retry, max_outage_seconds, idempotency_key))

    def resume_batch(self, id: str, *, skip: int = 0, max_outage_seconds: float = 120) -> "PageJob":
        """A batch that was started before; ``skip`` leaves out the pages that were read."""
        return PageJob(self, JobState(BATCH, _started(id), {}, skip, self._retry, max_outage_seconds))

    def crawls(self) -> Iterator[JobSummary]:
        """The account's crawls and batches, newest first."""
        cursor: Optional[str] = None
        while True:
            entries, cursor = self._run(requests.crawls(cursor, self._retry))
            yield from entries
            if cursor is None:
                return

    def map(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> MapResults:
        """The URLs of a site, from its sitemaps, its first pages and earlier crawls."""
        return self._run(requests.map_site(url, options, idempotency_key, self._retry))

    def search(self, query: str, *, idempotency_key: Optional[str] = None, **options: Any) -> SearchResults:
        """Searches the web."""
        return self._run(requests.search(query, options, idempotency_key, self._retry))

    @overload
    def extract(
        self, urls: Union[str, List[str]], *, schema: Type[Model], idempotency_key: Optional[str] = None, **options: Any
    ) -> Extraction[Model]: ...

    @overload
    def extract(
        self,
        urls: Union[str, List[str]],
        *,
        schema: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> Extraction[Any]: ...

    def extract(
        self, urls: Union[str, List[str]], *, schema: Schema = None, idempotency_key: Optional[str] = None, **options: Any
    ) -> Extraction[Any]:
        """Structured data from up to ten pages, typed by a pydantic model or described by a JSON Schema."""
        return self._run(requests.extract(urls, schema, options, idempotency_key, self._retry))

    def usage(self) -> Usage:
        """Requests used and left this month."""
        return self._run(requests.usage(self._retry))


class PageJob:
    """A crawl or a batch: iterate it for its pages. ``id`` and ``position`` say where its reader is."""

    def __init__(self, client: Winnow, state: JobState) -> None:
        self._client = client
        self._state = state

    @property
    def id(self) -> Optional[str]:
        return self._state.id

    @property
    def invalid_urls(self) -> List[str]:
        """
        Entries of ``urls`` that are not URLs of web pages, or that have a private address or a forbidden port; filled once a
        batch with ``ignoreInvalidURLs`` has started.
        """
        return self._state.invalid_urls

    @property
    def position(self) -> int:
        return self._state.position

    def start(self) -> str:
        return self._client._run(self._state.start())

    def __iter__(self) -> Iterator[Page]:
        self._state.is_done = False
        while not self._state.is_done:
            pages, following, failure = self._client._run(self._state.next_part())
            for page in pages:
                yield page
                self._state.position += 1
            self._state.position = following
            if failure is not None:
                raise failure

    def progress(self) -> JobProgress:
        return self._client._run(self._state.progress())

    def cancel(self) -> None:
        """Ends it at the service; its pages so far are kept."""
        self._client._run(self._state.cancel())

    def errors(self, state: Optional[str] = None) -> Iterator[UndeliveredUrl]:
        """The URLs that were not delivered, each with its reason."""
        cursor: Optional[str] = None
        while True:
            entries, cursor = self._client._run(self._state.errors(state, cursor))
            yield from entries
            if cursor is None:
                return


class AsyncWinnow:
    """The same client for asyncio."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        retry: Retry = Retry(),
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ) -> None:
        self._client = httpx.AsyncClient(**_settings(base_url, api_key), transport=transport)
        self._retry = retry

    async def __aenter__(self) -> "AsyncWinnow":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.aclose()

    async def _run(self, steps: Steps) -> Any:
        outcome: requests.Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome = None
            if isinstance(step, Sleep):
                await asyncio.sleep(step.seconds)
                continue
            try:
                outcome = await self._client.request(**_arguments(step))
            except httpx.HTTPError as error:
                outcome = error

    async def scrape(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> Page:
        return await self._run(requests.scrape(url, options, idempotency_key, self._retry))

    def crawl(
        self,
        url: str,
        *,
        skip: int = 0,
        max_outage_seconds: float = 120,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> "AsyncPageJob":
        request = {"url": url, **options}
        return AsyncPageJob(self, JobState(CRAWL, None, request, skip, self._retry, max_outage_seconds, idempotency_key))

    async def estimate_crawl(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> CrawlEstimate:
        return await self._run(requests.estimate_crawl(url, options, idempotency_key, self._retry))

    def resume_crawl(self, id: str, *, skip: int = 0, max_outage_seconds: float = 120) -> "AsyncPageJob":
        return AsyncPageJob(self, JobState(CRAWL, _started(id), {}, skip, self._retry, max_outage_seconds))

    def batch(
        self,
        urls: Sequence[Union[str, Mapping[str, Any]]],
        *,
        skip: int = 0,
        max_outage_seconds: float = 120,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> "AsyncPageJob":
        request = {"urls": list(urls), **options}
        return AsyncPageJob(self, JobState(BATCH, None, request, skip, self._retry, max_outage_seconds, idempotency_key))

    def resume_batch(self, id: str, *, skip: int = 0, max_outage_seconds: float = 120) -> "AsyncPageJob":
        return AsyncPageJob(self, JobState(BATCH, _started(id), {}, skip, self._retry, max_outage_seconds))

    async def crawls(self) -> AsyncIterator[JobSummary]:
        cursor: Optional[str] = None
        while True:
            entries, cursor = await self._run(requests.crawls(cursor, self._retry))
            for entry in entries:
                yield entry
            if cursor is None:
                return

    async def map(self, url: str, *, idempotency_key: Optional[str] = None, **options: Any) -> MapResults:
        return await self._run(requests.map_site(url, options, idempotency_key, self._retry))

    async def search(self, query: str, *, idempotency_key: Optional[str] = None, **options: Any) -> SearchResults:
        return await self._run(requests.search(query, options, idempotency_key, self._retry))

    @overload
    async def extract(
        self, urls: Union[str, List[str]], *, schema: Type[Model], idempotency_key: Optional[str] = None, **options: Any
    ) -> Extraction[Model]: ...

    @overload
    async def extract(
        self,
        urls: Union[str, List[str]],
        *,
        schema: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> Extraction[Any]: ...

    async def extract(
        self, urls: Union[str, List[str]], *, schema: Schema = None, idempotency_key: Optional[str] = None, **options: Any
    ) -> Extraction[Any]:
        return await self._run(requests.extract(urls, schema, options, idempotency_key, self._retry))

    async def usage(self) -> Usage:
        return await self._run(requests.usage(self._retry))


class AsyncPageJob:
    """A crawl or a batch for asyncio: iterate it with ``async for``."""

    def __init__(self, client: AsyncWinnow, state: JobState) -> None:
        self._client = client
        self._state = state

    @property
    def id(self) -> Optional[str]:
        return self._state.id

    @property
    def invalid_urls(self) -> List[str]:
        """
        Entries of ``urls`` that are not URLs of web pages, or that have a private address or a forbidden port; filled once a
        batch with ``ignoreInvalidURLs`` has started.
        """
        return self._state.invalid_urls

    @property
    def position(self) -> int:
        return self._state.position

    async def start(self) -> str:
        return await self._client._run(self._state.start())

    async def __aiter__(self) -> AsyncIterator[Page]:
        self._state.is_done = False
        while not self._state.is_done:
            pages, following, failure = await self._client._run(self._state.next_part())
            for page in pages:
                yield page
                self._state.position += 1
            self._state.position = following
            if failure is not None:
                raise failure

    async def progress(self) -> JobProgress:
        return await self._client._run(self._state.progress())

    async def cancel(self) -> None:
        await self._client._run(self._state.cancel())

    async def errors(self, state: Optional[str] = None) -> AsyncIterator[UndeliveredUrl]:
        cursor: Optional[str] = None
        while True:
            entries, cursor = await self._client._run(self._state.errors(state, cursor))
            for entry in entries:
                yield entry
            if cursor is None:
                return
