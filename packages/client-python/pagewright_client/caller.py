"""Sends calls: authentication, retries, typed errors."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Union

FIRST_WAIT_SECONDS = 0.5
# Statuses of refusals that may pass. The service hasn't begun with the call.
PASSING = frozenset({409, 429, 502, 503, 504})


@dataclass(frozen=True)
class DownloadedFile:
    """A file from the service."""

    content: bytes
    media_type: str
    filename: Optional[str]
    pages: Optional[int]
    warnings: Optional[int]


class PagewrightError(Exception):
    """An answer of the service that reports a problem."""

    def __init__(self, status: int, problem: Optional[Dict[str, Any]], headers: Mapping[str, str]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}" if problem else f"The service answered {status}.")
        self.status = status
        #: The whole answer. None: it isn't from the service, but from a proxy.
        self.problem = problem
        self.code: str = problem["code"] if problem else "unknown"
        self.request_id = headers.get("x-request-id")
        #: Seconds after which the call may succeed.
        self.retry_after = _number(headers.get("retry-after"))


class PagewrightConnectionError(Exception):
    """No answer came."""


class Caller:
    """The settings of a client.

    retries: further attempts after a refusal that passes, or a failed connection.
    longest_wait: the longest wait before an attempt in seconds. A longer Retry-After is an error.
    timeout: time limit of an attempt in seconds.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8080",
        api_key: Optional[str] = None,
        *,
        retries: int = 2,
        longest_wait: float = 60,
        timeout: float = 60,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._retries = retries
        self._longest_wait = longest_wait
        self._timeout = timeout

    def call(
        self,
        method: str,
        path: Sequence[Any],
        *,
        answer: str,
        query: Optional[Mapping[str, Any]] = None,
        json_body: Any = None,
        lines: Optional[Sequence[Any]] = None,
        bytes: Union[bytes, str, None] = None,
        is_named: bool = False,
        idempotency_key: Optional[str] = None,
        accept: Optional[str] = None,
    ) -> Any:
        """Sends a call and returns its answer. Raises PagewrightError and PagewrightConnectionError."""
        headers = {"accept": accept or ("*/*" if answer == "file" else "application/json")}
        if self._api_key is not None:
            headers["x-api-key"] = self._api_key
        if is_named:
            # All attempts share a name, so that the document is rendered and paid for once.
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        body = _body(headers, json_body, lines, bytes)
        url = self._base_url + "".join("/" + urllib.parse.quote(str(part), safe="") for part in path)
        given = {name: value for name, value in (query or {}).items() if value is not None}
        if given:
            url += "?" + urllib.parse.urlencode(given)
        attempt = 0
        while True:
            request = urllib.request.Request(url, data=body, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as response:
                    return _read(response.headers, response.read(), answer)
            except urllib.error.HTTPError as refused:
                error: Exception = _error(refused)
            except (OSError, http.client.HTTPException) as failure:
                error = PagewrightConnectionError(f"The service at {self._base_url} did not answer: {failure}")
                error.__cause__ = failure
            wait = self._wait_after(error, attempt, method != "POST" or is_named)
            if wait is None:
                raise error
            time.sleep(wait)
            attempt += 1

    def _wait_after(self, error: Exception, attempt: int, is_repeatable: bool) -> Optional[float]:
        """Returns how long to wait before the next attempt, or None after the last one."""
        if attempt >= self._retries:
            return None
        backoff = FIRST_WAIT_SECONDS * 2**attempt
        if not isinstance(error, PagewrightError):
            return backoff if is_repeatable else None
        if error.status not in PASSING or error.code == "allowance_exhausted":
            return None
        wait = backoff if error.retry_after is None else error.retry_after
        return wait if wait <= self._longest_wait else None


def _body(headers: Dict[str, str], json_body: Any, lines: Optional[Sequence[Any]], given: Any) -> Optional[bytes]:
    if json_body is not None:
        headers["content-type"] = "application/json"
        return json.dumps(json_body).encode()
    if lines is not None:
        headers["content-type"] = "application/x-ndjson"
        return "".join(json.dumps(line) + "\n" for line in lines).encode()
    if given is None:
        return None
    headers["content-type"] = "application/octet-stream"
    return given.encode() if isinstance(given, str) else given


def _error(refused: urllib.error.HTTPError) -> PagewrightError:
    with refused:
        text = refused.read()
    is_problem = (refused.headers.get("content-type") or "").startswith("application/problem+json")
    return PagewrightError(refused.code, json.loads(text) if is_problem else None, refused.headers)


def _read(headers: Any, content: bytes, answer: str) -> Any:
    if answer == "json":
        return json.loads(content)
    if answer == "none":
        return None
    return DownloadedFile(
        content=content,
        media_type=headers.get("content-type") or "application/octet-stream",
        filename=_filename(headers.get("content-disposition") or ""),
        pages=_number(headers.get("x-page-count")),
        warnings=_number(headers.get("x-render-warnings")),
    )


def _filename(header: str) -> Optional[str]:
    """Returns the file name of a Content-Disposition header."""
    extended = re.search(r"filename\*=UTF-8''([^;]+)", header, re.IGNORECASE)
    if extended:
        return urllib.parse.unquote(extended[1])
    plain = re.search(r'filename="?([^";]+)"?', header, re.IGNORECASE)
    return plain[1] if plain else None


def _number(text: Optional[str]) -> Optional[int]:
    return int(text) if text is not None and text.isdigit() else None
