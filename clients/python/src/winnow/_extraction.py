"""The results of an extraction, by page, in the shape of the schema."""

from __future__ import annotations

from typing import Any, Dict, List, Optional
from urllib.parse import unquote

from ._models import ExtractedResult

_ADDED = ("url", "summary", "metadata")
"""What the service adds to a schema with ``results`` at its root."""

# A schema may refer to itself for ever.
_MAX_REFERENCES = 20


def _fields(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _pointed_at(root: Dict[str, Any], reference: str) -> Dict[str, Any]:
    """The part that a reference such as ``#/$defs/Pan`` names (RFC 6901, section 6)."""
    node: Any = root
    for token in unquote(reference[1:]).split("/")[1:]:
        node = _fields(node).get(token.replace("~1", "/").replace("~0", "~"))
    return _fields(node)


def _resolved(schema: Any, root: Dict[str, Any]) -> Dict[str, Any]:
    """A schema with its ``$ref`` followed; ``{}`` for anything else."""
    node = _fields(schema)
    for _ in range(_MAX_REFERENCES):
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            break
        beside = {name: value for name, value in node.items() if name != "$ref"}
        node = {**_pointed_at(root, reference), **beside}
    return node


def raw_results(json: Dict[str, Any], schema: Optional[Dict[str, Any]], urls: List[str]) -> List[ExtractedResult[Any]]:
    """The results before they are validated. The service adds ``url`` to each; it is left out of the data."""
    whole = schema or {}
    root = _resolved(whole, whole)
    properties = _fields(root.get("properties"))
    is_list = root.get("type") == "array" or ("type" not in root and "items" in root)
    if not is_list and _resolved(properties.get("results"), whole).get("type") == "array":
        added = {name for name in _ADDED if name not in properties}
        return [ExtractedResult(urls[0], {name: value for name, value in json.items() if name not in added})]
    item = _resolved(root.get("items"), whole) if is_list else root
    declares_url = "url" in _fields(item.get("properties"))
    found = json.get("results")
    entries: List[ExtractedResult[Any]] = []
    for entry in found if isinstance(found, list) else []:
        # A `url` that the schema declares need not be that of the page.
        names_page = isinstance(_fields(entry).get("url"), str) and not (declares_url and len(urls) == 1)
        is_whole = declares_url or not isinstance(entry, dict)
        data = entry if is_whole else {name: value for name, value in entry.items() if name != "url"}
        entries.append(ExtractedResult(entry["url"] if names_page else urls[0], data))
    if not is_list:
        return entries
    lists: Dict[str, List[Any]] = {}
    for result in entries:
        lists.setdefault(result.url, []).append(result.data)
    return [ExtractedResult(url, data) for url, data in lists.items()]
