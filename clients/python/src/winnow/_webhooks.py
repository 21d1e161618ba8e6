from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Mapping, Optional, Union

from ._errors import WebhookVerificationError
from ._models import WebhookEvent, parse

_TOLERANCE_SECONDS = 5 * 60
# Python refuses to read numbers of thousands of digits.
_TIMESTAMP = re.compile(r"[0-9]{1,20}")


def verify_webhook(
    headers: Mapping[str, str], body: Union[bytes, str], secret: str, *, now: Optional[float] = None
) -> WebhookEvent:
    """Returns the event of a delivery that the holder of ``secret`` has signed, or raises WebhookVerificationError.

    ``body`` is the body as it arrived: one that was parsed and written again has another signature.
    """
    lowered = {name.lower(): value for name, value in headers.items()}
    timestamp = lowered.get("webhook-timestamp", "")
    seconds = time.time() if now is None else now
    if not _TIMESTAMP.fullmatch(timestamp) or abs(seconds - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The delivery is too old or has no time.")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookVerificationError("The secret is not a webhook secret (whsec_…).")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{lowered.get('webhook-id', '')}.{timestamp}.".encode() + content
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    entries = lowered.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(entry.encode(), expected) for entry in entries):
        raise WebhookVerificationError("The signature does not match.")
    return parse(WebhookEvent, json.loads(content))
