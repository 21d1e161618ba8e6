"""Client of Winnow: web pages in, clean content out."""

from ._clients import AsyncPageJob, AsyncWinnow, PageJob, Winnow
from ._errors import WebhookVerificationError, WinnowError
from ._models import (
    ChangeTracking,
    CrawlEstimate,
    Extraction,
    JobProgress,
    JobSummary,
    MapResults,
    Page,
    PageMetadata,
    SearchResults,
    UndeliveredUrl,
    Usage,
    WebhookEvent,
)
from ._webhooks import verify_webhook

__all__ = [
    "AsyncPageJob",
    "AsyncWinnow",
    "ChangeTracking",
    "CrawlEstimate",
    "Extraction",
    "JobProgress",
    "JobSummary",
    "MapResults",
    "Page",
    "PageJob",
    "PageMetadata",
    "SearchResults",
    "UndeliveredUrl",
    "Usage",
    "WebhookEvent",
    "WebhookVerificationError",
    "Winnow",
    "WinnowError",
    "verify_webhook",
]
