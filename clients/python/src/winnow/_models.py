"""Answers of the service. Fields that a newer service adds are kept."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Optional, TypeVar

import pydantic

_IS_PYDANTIC_2 = pydantic.VERSION.startswith("2")

Data = TypeVar("Data")
Model = TypeVar("Model", bound=pydantic.BaseModel)


class Answer(pydantic.BaseModel):
    if _IS_PYDANTIC_2:
        model_config = {"extra": "allow"}
    else:

        class Config:
            extra = "allow"


def parse(model: type[Model], value: Any) -> Model:
    return model.model_validate(value) if _IS_PYDANTIC_2 else model.parse_obj(value)


def json_schema(model: type[pydantic.BaseModel]) -> Dict[str, Any]:
    return model.model_json_schema() if _IS_PYDANTIC_2 else model.schema()


class PageMetadata(Answer):
    title: Optional[str] = None
    description: Optional[str] = None
    language: Optional[str] = None
    statusCode: Optional[int] = None
    """None for a page that was sent as ``html``."""
    sourceURL: str
    requestedURL: Optional[str] = None
    """The URL as it was asked for."""
    contentType: Optional[str] = None
    loadTime: Optional[float] = None
    author: Optional[str] = None
    publishedTime: Optional[str] = None
    modifiedTime: Optional[str] = None
    siteName: Optional[str] = None
    canonicalURL: Optional[str] = None
    favicon: Optional[str] = None
    image: Optional[str] = None
    cacheState: Optional[str] = None
    cachedAt: Optional[str] = None
    summaryMethod: Optional[str] = None
    processingModel: Optional[str] = None
    confidence: Optional[float] = None
    tokens: Optional[Dict[str, int]] = None
    depth: Optional[int] = None
    discoveredFrom: Optional[str] = None


class ChangeTracking(Answer):
    """What has changed since the page was delivered last."""

    previousScrapeAt: Optional[str]
    """ISO 8601; None for a new page."""
    changeStatus: str
    """``new``, ``same``, ``changed`` or ``removed``."""
    diff: Optional[Dict[str, Any]] = None
    """With the mode ``git-diff``, of a page that has changed: ``text`` and ``json``."""


class PageContent(Answer):
    """A page in the formats that were asked for."""

    markdown: Optional[str] = None
    html: Optional[str] = None
    rawHtml: Optional[str] = None
    json_data: Optional[Dict[str, Any]] = None
    """The format ``json``."""
    links: Optional[List[str]] = None
    images: Optional[List[str]] = None
    summary: Optional[str] = None
    attributes: Optional[List[Dict[str, Any]]] = None
    screenshot: Optional[str] = None
    changeTracking: Optional[ChangeTracking] = None
    """None also when the page could not be compared, which ``warning`` says."""
    warning: Optional[str] = None
    """Problems of the page, such as a part that did not arrive."""


class Page(PageContent):
    url: str
    metadata: PageMetadata
    source: Optional[str] = None
    actions: Optional[Dict[str, Any]] = None
    """What the actions of the request gave back."""
    explain: Optional[Dict[str, Any]] = None


class Coverage(Answer):
    """Where every discovered URL is; the counts sum to ``discovered``."""

    discovered: int
    delivered: int
    duplicate: int
    excluded: int
    robots: int
    outOfScope: int
    overLimit: int
    unread: int = 0
    failed: int
    pending: int


class JobProgress(Answer):
    id: Optional[str] = None
    status: str
    total: int
    completed: int
    failed: int
    skipped: Optional[int] = None
    coverage: Coverage
    expiresAt: str
    webhook: Optional[Dict[str, Any]] = None
    """What became of the events, for a job with a webhook."""
    warning: Optional[str] = None
    """What the job leaves out, such as URLs for which the plan had no requests left."""


class UndeliveredUrl(Answer):
    url: str
    state: str
    reason: str
    code: Optional[str] = None


class JobSummary(Answer):
    """A crawl or a batch of the account. ``url`` is the start page of a crawl, the first page of a batch."""

    id: str
    kind: str
    url: str
    status: str
    total: int
    completed: int
    createdAt: str
    expiresAt: str


class CrawlEstimate(Answer):
    """What a crawl would deliver, cost and take; the true number of pages is likely between ``low`` and ``high``."""

    pages: int
    low: int
    high: int
    requests: int
    seconds: int
    basis: str
    pagesRead: int


class MapLink(Answer):
    url: str
    source: str
    title: Optional[str] = None
    lastModified: Optional[str] = None


class MapResults(Answer):
    url: str
    links: List[MapLink]
    total: int
    truncated: bool
    pagesRead: Optional[int] = None
    sitemapsRead: Optional[int] = None
    warning: Optional[str] = None


class SearchEntry(PageContent):
    url: str
    title: str
    description: str
    source: str
    score: Optional[float] = None
    imageUrl: Optional[str] = None
    width: Optional[int] = None
    height: Optional[int] = None
    date: Optional[str] = None
    publisher: Optional[str] = None
    explain: Optional[Dict[str, Any]] = None
    metadata: Optional[PageMetadata] = None
    """Of a page that was read."""
    error: Optional[str] = None
    """Why the page of this entry could not be read."""
    code: Optional[str] = None


class SearchResults(Answer):
    pages: List[SearchEntry]
    total: int
    completed: Optional[int] = None
    status: Optional[str] = None
    metadata: Optional[Dict[str, Any]] = None
    processingInfo: Optional[Dict[str, Any]] = None
    markdown: Optional[str] = None
    """The answer to the query, with ``parseResults``."""
    warning: Optional[str] = None


class Usage(Answer):
    plan: str
    month: str
    allowance: Optional[int]
    used: int
    reserved: int
    remaining: Optional[int]
    inFlight: Optional[int] = None
    requestsAtOnce: Optional[int] = None
    operations: Optional[Dict[str, Any]] = None
    key: Optional[Dict[str, Any]] = None
    days: Optional[List[Dict[str, Any]]] = None


class WebhookEvent(Answer):
    type: str
    id: str
    sequence: int
    timestamp: str
    success: bool
    data: List[Dict[str, Any]]
    metadata: Dict[str, Any]
    error: Optional[str] = None


class ExtractedResult(Generic[Data]):
    def __init__(self, url: str, data: Data) -> None:
        self.url = url
        self.data = data


class Extraction(Generic[Data]):
    """What was found on the pages; ``json`` is the answer as it was sent.

    ``results`` has one entry for each thing that a page is about. With a list as schema, it has one list for each page;
    with a list named ``results`` at the schema's root, one result over all pages.
    """

    def __init__(self, results: List[ExtractedResult[Data]], json: Dict[str, Any], warning: Optional[str]) -> None:
        self.results = results
        self.json = json
        self.warning = warning
