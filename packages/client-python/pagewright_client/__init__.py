"""Client of the Pagewright service: HTML and CSS to PDF over HTTP."""

from .caller import DownloadedFile, PagewrightConnectionError, PagewrightError
from .operations import *  # noqa: F403
from .operations import Operations

__version__ = "0.1.0"


class Pagewright(Operations):
    """A client of a Pagewright service."""


__all__ = ["DownloadedFile", "Pagewright", "PagewrightConnectionError", "PagewrightError"]
