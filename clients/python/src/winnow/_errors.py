from __future__ import annotations

from typing import Literal, Optional

ErrorKind = Literal["request", "access", "limit", "page", "service", "network"]

_KINDS: dict[str, ErrorKind] = {
    "INVALID_REQUEST": "request",
    "UNREACHABLE": "network",
    "NO_ANSWER_IN_TIME": "network",
    "INVALID_ANSWER": "service",
    "SCHEMA_MISMATCH": "page",
    "QUOTA_EXCEEDED": "limit",
    "RATE_LIMITED": "limit",
    "IDEMPOTENCY_IN_PROGRESS": "limit",
    "EXTRACTION_SCHEMA_ERROR": "page",
    "MODEL_REFUSED": "page",
}


def _kind_of(code: str, status: Optional[int]) -> ErrorKind:
    if code in _KINDS:
        return _KINDS[code]
    if status is None or status >= 500:
        return "service"
    # A page that cannot be delivered has status 200, one that takes too long 408.
    if status < 400 or status == 408:
        return "page"
    if status in (401, 403):
        return "access"
    return "limit" if status == 429 else "request"


class WinnowError(Exception):
    """Every failure of the service, and of the way to it.

    ``code`` says which it is; ``kind`` says what helps: another request (``request``), another key or plan
    (``access``), waiting (``limit``), another page (``page``), the operator (``service``), the connection
    (``network``).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
        url: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.kind = _kind_of(code, status)
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.url = url


class WebhookVerificationError(ValueError):
    """A delivery whose signature does not match, or that is too old: somebody else sent it, or sent it again."""
