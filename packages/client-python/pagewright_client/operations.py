# Generated from the OpenAPI description by `npm run reference`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict, Union

from .caller import Caller, DownloadedFile


OptionsMargin1 = TypedDict(
    "OptionsMargin1",
    {
        "top": "Union[str, float]",
        "right": "Union[str, float]",
        "bottom": "Union[str, float]",
        "left": "Union[str, float]",
    },
    total=False,
)

OptionsEncryptionPermissions = TypedDict(
    "OptionsEncryptionPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

OptionsEncryption = TypedDict(
    "OptionsEncryption",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "OptionsEncryptionPermissions",
    },
    total=False,
)

OptionsSignature = TypedDict(
    "OptionsSignature",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

OptionsAttachmentsItem = TypedDict(
    "OptionsAttachmentsItem",
    {
        "file": "str",
        "name": "str",
        "mimeType": "str",
        "relationship": "Literal['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']",
        "description": "str",
    },
    total=False,
)

OptionsFacturx = TypedDict(
    "OptionsFacturx",
    {
        "file": "str",
        "syntax": "Literal['CII', 'UBL']",
        "profile": "Literal['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']",
    },
    total=False,
)

OptionsOutputIntent = TypedDict(
    "OptionsOutputIntent",
    {
        "file": "str",
        "condition": "str",
        "info": "str",
        "convert": "Literal['perceptual', 'relative', 'saturation', 'absolute']",
        "inkLimit": "float",
    },
    total=False,
)

OptionsRedact = TypedDict(
    "OptionsRedact",
    {
        "selector": "str",
        "place": "Literal['keep', 'close']",
    },
    total=False,
)

OptionsViewer = TypedDict(
    "OptionsViewer",
    {
        "page": "int",
        "zoom": "Union[Literal['fit', 'width'], float]",
        "layout": "Literal['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover']",
        "panel": "Literal['none', 'outline', 'thumbnails', 'attachments', 'full-screen']",
        "hideToolbar": "bool",
        "hideMenubar": "bool",
        "hideControls": "bool",
        "fitWindow": "bool",
        "centerWindow": "bool",
        "print": "bool",
        "printScaling": "Literal['none']",
        "duplex": "Literal['simplex', 'short-edge', 'long-edge']",
    },
    total=False,
)

OptionsImages = TypedDict(
    "OptionsImages",
    {
        "resolution": "float",
        "quality": "int",
        "depth": "Literal[8, 16]",
    },
    total=False,
)

Options = TypedDict(
    "Options",
    {
        "pageSize": "str",
        "paper": "str",
        "margin": "Union[Union[str, float], OptionsMargin1]",
        "mediaType": "Literal['print', 'screen']",
        "media": "Literal['print', 'screen']",
        "pageRanges": "str",
        "scale": "float",
        "printBackground": "bool",
        "header": "str",
        "footer": "str",
        "date": "str",
        "userStyles": "List[str]",
        "title": "str",
        "author": "str",
        "subject": "str",
        "keywords": "str",
        "profile": "str",
        "encryption": "OptionsEncryption",
        "signature": "OptionsSignature",
        "fonts": "List[str]",
        "attachments": "List[OptionsAttachmentsItem]",
        "facturx": "OptionsFacturx",
        "xmp": "str",
        "outputIntent": "OptionsOutputIntent",
        "redact": "OptionsRedact",
        "viewer": "OptionsViewer",
        "overflow": "Literal['clip', 'expand']",
        "namedDestinations": "Literal['linked', 'all']",
        "forms": "bool",
        "compress": "bool",
        "hinting": "bool",
        "images": "OptionsImages",
    },
    total=False,
)

RenderRequestOptionsMargin1 = TypedDict(
    "RenderRequestOptionsMargin1",
    {
        "top": "Union[str, float]",
        "right": "Union[str, float]",
        "bottom": "Union[str, float]",
        "left": "Union[str, float]",
    },
    total=False,
)

RenderRequestOptionsEncryptionPermissions = TypedDict(
    "RenderRequestOptionsEncryptionPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

RenderRequestOptionsEncryption = TypedDict(
    "RenderRequestOptionsEncryption",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "RenderRequestOptionsEncryptionPermissions",
    },
    total=False,
)

RenderRequestOptionsSignature = TypedDict(
    "RenderRequestOptionsSignature",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

RenderRequestOptionsAttachmentsItem = TypedDict(
    "RenderRequestOptionsAttachmentsItem",
    {
        "file": "str",
        "name": "str",
        "mimeType": "str",
        "relationship": "Literal['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']",
        "description": "str",
    },
    total=False,
)

RenderRequestOptionsFacturx = TypedDict(
    "RenderRequestOptionsFacturx",
    {
        "file": "str",
        "syntax": "Literal['CII', 'UBL']",
        "profile": "Literal['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']",
    },
    total=False,
)

RenderRequestOptionsOutputIntent = TypedDict(
    "RenderRequestOptionsOutputIntent",
    {
        "file": "str",
        "condition": "str",
        "info": "str",
        "convert": "Literal['perceptual', 'relative', 'saturation', 'absolute']",
        "inkLimit": "float",
    },
    total=False,
)

RenderRequestOptionsRedact = TypedDict(
    "RenderRequestOptionsRedact",
    {
        "selector": "str",
        "place": "Literal['keep', 'close']",
    },
    total=False,
)

RenderRequestOptionsViewer = TypedDict(
    "RenderRequestOptionsViewer",
    {
        "page": "int",
        "zoom": "Union[Literal['fit', 'width'], float]",
        "layout": "Literal['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover']",
        "panel": "Literal['none', 'outline', 'thumbnails', 'attachments', 'full-screen']",
        "hideToolbar": "bool",
        "hideMenubar": "bool",
        "hideControls": "bool",
        "fitWindow": "bool",
        "centerWindow": "bool",
        "print": "bool",
        "printScaling": "Literal['none']",
        "duplex": "Literal['simplex', 'short-edge', 'long-edge']",
    },
    total=False,
)

RenderRequestOptionsImages = TypedDict(
    "RenderRequestOptionsImages",
    {
        "resolution": "float",
        "quality": "int",
        "depth": "Literal[8, 16]",
    },
    total=False,
)

RenderRequestOptions = TypedDict(
    "RenderRequestOptions",
    {
        "pageSize": "str",
        "paper": "str",
        "margin": "Union[Union[str, float], RenderRequestOptionsMargin1]",
        "mediaType": "Literal['print', 'screen']",
        "media": "Literal['print', 'screen']",
        "pageRanges": "str",
        "scale": "float",
        "printBackground": "bool",
        "header": "str",
        "footer": "str",
        "date": "str",
        "userStyles": "List[str]",
        "title": "str",
        "author": "str",
        "subject": "str",
        "keywords": "str",
        "profile": "str",
        "encryption": "RenderRequestOptionsEncryption",
        "signature": "RenderRequestOptionsSignature",
        "fonts": "List[str]",
        "attachments": "List[RenderRequestOptionsAttachmentsItem]",
        "facturx": "RenderRequestOptionsFacturx",
        "xmp": "str",
        "outputIntent": "RenderRequestOptionsOutputIntent",
        "redact": "RenderRequestOptionsRedact",
        "viewer": "RenderRequestOptionsViewer",
        "overflow": "Literal['clip', 'expand']",
        "namedDestinations": "Literal['linked', 'all']",
        "forms": "bool",
        "compress": "bool",
        "hinting": "bool",
        "images": "RenderRequestOptionsImages",
    },
    total=False,
)

RenderRequestStepsItemMergeBeforeItem1 = TypedDict(
    "RenderRequestStepsItemMergeBeforeItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

RenderRequestStepsItemMergeAfterItem1 = TypedDict(
    "RenderRequestStepsItemMergeAfterItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

RenderRequestStepsItemMerge = TypedDict(
    "RenderRequestStepsItemMerge",
    {
        "before": "List[Union[str, RenderRequestStepsItemMergeBeforeItem1]]",
        "after": "List[Union[str, RenderRequestStepsItemMergeAfterItem1]]",
        "title": "str",
        "bookmarks": "bool",
    },
    total=False,
)

RenderRequestStepsItemStamp = TypedDict(
    "RenderRequestStepsItemStamp",
    {
        "file": "str",
        "pages": "str",
        "under": "bool",
        "fit": "Literal['contain', 'fill', 'none']",
        "repeat": "Literal['last', 'all', 'none']",
    },
    total=False,
)

RenderRequestStepsItemImpose = TypedDict(
    "RenderRequestStepsItemImpose",
    {
        "layout": "str",
        "sheet": "str",
        "gap": "float",
        "direction": "Literal['ltr', 'rtl']",
    },
    total=False,
)

RenderRequestStepsItemEncryptPermissions = TypedDict(
    "RenderRequestStepsItemEncryptPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

RenderRequestStepsItemEncrypt = TypedDict(
    "RenderRequestStepsItemEncrypt",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "RenderRequestStepsItemEncryptPermissions",
    },
    total=False,
)

RenderRequestStepsItemSign = TypedDict(
    "RenderRequestStepsItemSign",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

RenderRequestStepsItem = TypedDict(
    "RenderRequestStepsItem",
    {
        "merge": "RenderRequestStepsItemMerge",
        "stamp": "RenderRequestStepsItemStamp",
        "impose": "RenderRequestStepsItemImpose",
        "encrypt": "RenderRequestStepsItemEncrypt",
        "sign": "RenderRequestStepsItemSign",
    },
    total=False,
)

RenderRequest = TypedDict(
    "RenderRequest",
    {
        "html": "str",
        "document": "Union[str, None]",
        "values": "Union[Dict[str, Any], None]",
        "filename": "Union[str, None]",
        "options": "Union[RenderRequestOptions, None]",
        "files": "Union[Dict[str, str], None]",
        "assets": "Union[List[str], None]",
        "steps": "Union[List[RenderRequestStepsItem], None]",
    },
    total=False,
)

JobHeadOptionsMargin1 = TypedDict(
    "JobHeadOptionsMargin1",
    {
        "top": "Union[str, float]",
        "right": "Union[str, float]",
        "bottom": "Union[str, float]",
        "left": "Union[str, float]",
    },
    total=False,
)

JobHeadOptionsEncryptionPermissions = TypedDict(
    "JobHeadOptionsEncryptionPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

JobHeadOptionsEncryption = TypedDict(
    "JobHeadOptionsEncryption",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "JobHeadOptionsEncryptionPermissions",
    },
    total=False,
)

JobHeadOptionsSignature = TypedDict(
    "JobHeadOptionsSignature",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

JobHeadOptionsAttachmentsItem = TypedDict(
    "JobHeadOptionsAttachmentsItem",
    {
        "file": "str",
        "name": "str",
        "mimeType": "str",
        "relationship": "Literal['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']",
        "description": "str",
    },
    total=False,
)

JobHeadOptionsFacturx = TypedDict(
    "JobHeadOptionsFacturx",
    {
        "file": "str",
        "syntax": "Literal['CII', 'UBL']",
        "profile": "Literal['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']",
    },
    total=False,
)

JobHeadOptionsOutputIntent = TypedDict(
    "JobHeadOptionsOutputIntent",
    {
        "file": "str",
        "condition": "str",
        "info": "str",
        "convert": "Literal['perceptual', 'relative', 'saturation', 'absolute']",
        "inkLimit": "float",
    },
    total=False,
)

JobHeadOptionsRedact = TypedDict(
    "JobHeadOptionsRedact",
    {
        "selector": "str",
        "place": "Literal['keep', 'close']",
    },
    total=False,
)

JobHeadOptionsViewer = TypedDict(
    "JobHeadOptionsViewer",
    {
        "page": "int",
        "zoom": "Union[Literal['fit', 'width'], float]",
        "layout": "Literal['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover']",
        "panel": "Literal['none', 'outline', 'thumbnails', 'attachments', 'full-screen']",
        "hideToolbar": "bool",
        "hideMenubar": "bool",
        "hideControls": "bool",
        "fitWindow": "bool",
        "centerWindow": "bool",
        "print": "bool",
        "printScaling": "Literal['none']",
        "duplex": "Literal['simplex', 'short-edge', 'long-edge']",
    },
    total=False,
)

JobHeadOptionsImages = TypedDict(
    "JobHeadOptionsImages",
    {
        "resolution": "float",
        "quality": "int",
        "depth": "Literal[8, 16]",
    },
    total=False,
)

JobHeadOptions = TypedDict(
    "JobHeadOptions",
    {
        "pageSize": "str",
        "paper": "str",
        "margin": "Union[Union[str, float], JobHeadOptionsMargin1]",
        "mediaType": "Literal['print', 'screen']",
        "media": "Literal['print', 'screen']",
        "pageRanges": "str",
        "scale": "float",
        "printBackground": "bool",
        "header": "str",
        "footer": "str",
        "date": "str",
        "userStyles": "List[str]",
        "title": "str",
        "author": "str",
        "subject": "str",
        "keywords": "str",
        "profile": "str",
        "encryption": "JobHeadOptionsEncryption",
        "signature": "JobHeadOptionsSignature",
        "fonts": "List[str]",
        "attachments": "List[JobHeadOptionsAttachmentsItem]",
        "facturx": "JobHeadOptionsFacturx",
        "xmp": "str",
        "outputIntent": "JobHeadOptionsOutputIntent",
        "redact": "JobHeadOptionsRedact",
        "viewer": "JobHeadOptionsViewer",
        "overflow": "Literal['clip', 'expand']",
        "namedDestinations": "Literal['linked', 'all']",
        "forms": "bool",
        "compress": "bool",
        "hinting": "bool",
        "images": "JobHeadOptionsImages",
    },
    total=False,
)

JobHeadStepsItemMergeBeforeItem1 = TypedDict(
    "JobHeadStepsItemMergeBeforeItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

JobHeadStepsItemMergeAfterItem1 = TypedDict(
    "JobHeadStepsItemMergeAfterItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

JobHeadStepsItemMerge = TypedDict(
    "JobHeadStepsItemMerge",
    {
        "before": "List[Union[str, JobHeadStepsItemMergeBeforeItem1]]",
        "after": "List[Union[str, JobHeadStepsItemMergeAfterItem1]]",
        "title": "str",
        "bookmarks": "bool",
    },
    total=False,
)

JobHeadStepsItemStamp = TypedDict(
    "JobHeadStepsItemStamp",
    {
        "file": "str",
        "pages": "str",
        "under": "bool",
        "fit": "Literal['contain', 'fill', 'none']",
        "repeat": "Literal['last', 'all', 'none']",
    },
    total=False,
)

JobHeadStepsItemImpose = TypedDict(
    "JobHeadStepsItemImpose",
    {
        "layout": "str",
        "sheet": "str",
        "gap": "float",
        "direction": "Literal['ltr', 'rtl']",
    },
    total=False,
)

JobHeadStepsItemEncryptPermissions = TypedDict(
    "JobHeadStepsItemEncryptPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

JobHeadStepsItemEncrypt = TypedDict(
    "JobHeadStepsItemEncrypt",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "JobHeadStepsItemEncryptPermissions",
    },
    total=False,
)

JobHeadStepsItemSign = TypedDict(
    "JobHeadStepsItemSign",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

JobHeadStepsItem = TypedDict(
    "JobHeadStepsItem",
    {
        "merge": "JobHeadStepsItemMerge",
        "stamp": "JobHeadStepsItemStamp",
        "impose": "JobHeadStepsItemImpose",
        "encrypt": "JobHeadStepsItemEncrypt",
        "sign": "JobHeadStepsItemSign",
    },
    total=False,
)

JobHeadWebhook = TypedDict(
    "JobHeadWebhook",
    {
        "url": "str",
        "secret": "str",
    },
    total=False,
)

JobHead = TypedDict(
    "JobHead",
    {
        "template": "Union[str, None]",
        "document": "Union[str, None]",
        "options": "Union[JobHeadOptions, None]",
        "files": "Union[Dict[str, str], None]",
        "assets": "Union[List[str], None]",
        "steps": "Union[List[JobHeadStepsItem], None]",
        "webhook": "Union[JobHeadWebhook, None]",
    },
    total=False,
)

JobDocumentOptionsMargin1 = TypedDict(
    "JobDocumentOptionsMargin1",
    {
        "top": "Union[str, float]",
        "right": "Union[str, float]",
        "bottom": "Union[str, float]",
        "left": "Union[str, float]",
    },
    total=False,
)

JobDocumentOptionsEncryptionPermissions = TypedDict(
    "JobDocumentOptionsEncryptionPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

JobDocumentOptionsEncryption = TypedDict(
    "JobDocumentOptionsEncryption",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "JobDocumentOptionsEncryptionPermissions",
    },
    total=False,
)

JobDocumentOptionsSignature = TypedDict(
    "JobDocumentOptionsSignature",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

JobDocumentOptionsAttachmentsItem = TypedDict(
    "JobDocumentOptionsAttachmentsItem",
    {
        "file": "str",
        "name": "str",
        "mimeType": "str",
        "relationship": "Literal['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']",
        "description": "str",
    },
    total=False,
)

JobDocumentOptionsFacturx = TypedDict(
    "JobDocumentOptionsFacturx",
    {
        "file": "str",
        "syntax": "Literal['CII', 'UBL']",
        "profile": "Literal['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']",
    },
    total=False,
)

JobDocumentOptionsOutputIntent = TypedDict(
    "JobDocumentOptionsOutputIntent",
    {
        "file": "str",
        "condition": "str",
        "info": "str",
        "convert": "Literal['perceptual', 'relative', 'saturation', 'absolute']",
        "inkLimit": "float",
    },
    total=False,
)

JobDocumentOptionsRedact = TypedDict(
    "JobDocumentOptionsRedact",
    {
        "selector": "str",
        "place": "Literal['keep', 'close']",
    },
    total=False,
)

JobDocumentOptionsViewer = TypedDict(
    "JobDocumentOptionsViewer",
    {
        "page": "int",
        "zoom": "Union[Literal['fit', 'width'], float]",
        "layout": "Literal['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover']",
        "panel": "Literal['none', 'outline', 'thumbnails', 'attachments', 'full-screen']",
        "hideToolbar": "bool",
        "hideMenubar": "bool",
        "hideControls": "bool",
        "fitWindow": "bool",
        "centerWindow": "bool",
        "print": "bool",
        "printScaling": "Literal['none']",
        "duplex": "Literal['simplex', 'short-edge', 'long-edge']",
    },
    total=False,
)

JobDocumentOptionsImages = TypedDict(
    "JobDocumentOptionsImages",
    {
        "resolution": "float",
        "quality": "int",
        "depth": "Literal[8, 16]",
    },
    total=False,
)

JobDocumentOptions = TypedDict(
    "JobDocumentOptions",
    {
        "pageSize": "str",
        "paper": "str",
        "margin": "Union[Union[str, float], JobDocumentOptionsMargin1]",
        "mediaType": "Literal['print', 'screen']",
        "media": "Literal['print', 'screen']",
        "pageRanges": "str",
        "scale": "float",
        "printBackground": "bool",
        "header": "str",
        "footer": "str",
        "date": "str",
        "userStyles": "List[str]",
        "title": "str",
        "author": "str",
        "subject": "str",
        "keywords": "str",
        "profile": "str",
        "encryption": "JobDocumentOptionsEncryption",
        "signature": "JobDocumentOptionsSignature",
        "fonts": "List[str]",
        "attachments": "List[JobDocumentOptionsAttachmentsItem]",
        "facturx": "JobDocumentOptionsFacturx",
        "xmp": "str",
        "outputIntent": "JobDocumentOptionsOutputIntent",
        "redact": "JobDocumentOptionsRedact",
        "viewer": "JobDocumentOptionsViewer",
        "overflow": "Literal['clip', 'expand']",
        "namedDestinations": "Literal['linked', 'all']",
        "forms": "bool",
        "compress": "bool",
        "hinting": "bool",
        "images": "JobDocumentOptionsImages",
    },
    total=False,
)

JobDocumentStepsItemMergeBeforeItem1 = TypedDict(
    "JobDocumentStepsItemMergeBeforeItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

JobDocumentStepsItemMergeAfterItem1 = TypedDict(
    "JobDocumentStepsItemMergeAfterItem1",
    {
        "file": "str",
        "pages": "str",
    },
    total=False,
)

JobDocumentStepsItemMerge = TypedDict(
    "JobDocumentStepsItemMerge",
    {
        "before": "List[Union[str, JobDocumentStepsItemMergeBeforeItem1]]",
        "after": "List[Union[str, JobDocumentStepsItemMergeAfterItem1]]",
        "title": "str",
        "bookmarks": "bool",
    },
    total=False,
)

JobDocumentStepsItemStamp = TypedDict(
    "JobDocumentStepsItemStamp",
    {
        "file": "str",
        "pages": "str",
        "under": "bool",
        "fit": "Literal['contain', 'fill', 'none']",
        "repeat": "Literal['last', 'all', 'none']",
    },
    total=False,
)

JobDocumentStepsItemImpose = TypedDict(
    "JobDocumentStepsItemImpose",
    {
        "layout": "str",
        "sheet": "str",
        "gap": "float",
        "direction": "Literal['ltr', 'rtl']",
    },
    total=False,
)

JobDocumentStepsItemEncryptPermissions = TypedDict(
    "JobDocumentStepsItemEncryptPermissions",
    {
        "print": "Union[bool, Literal['low']]",
        "modify": "bool",
        "copy": "bool",
        "annotate": "bool",
        "fillForms": "bool",
        "assemble": "bool",
    },
    total=False,
)

JobDocumentStepsItemEncrypt = TypedDict(
    "JobDocumentStepsItemEncrypt",
    {
        "userPassword": "str",
        "ownerPassword": "str",
        "permissions": "JobDocumentStepsItemEncryptPermissions",
    },
    total=False,
)

JobDocumentStepsItemSign = TypedDict(
    "JobDocumentStepsItemSign",
    {
        "field": "str",
        "name": "str",
        "reason": "str",
        "location": "str",
        "contact": "str",
    },
    total=False,
)

JobDocumentStepsItem = TypedDict(
    "JobDocumentStepsItem",
    {
        "merge": "JobDocumentStepsItemMerge",
        "stamp": "JobDocumentStepsItemStamp",
        "impose": "JobDocumentStepsItemImpose",
        "encrypt": "JobDocumentStepsItemEncrypt",
        "sign": "JobDocumentStepsItemSign",
    },
    total=False,
)

JobDocument = TypedDict(
    "JobDocument",
    {
        "html": "Union[str, None]",
        "document": "Union[str, None]",
        "values": "Union[Dict[str, Any], None]",
        "options": "Union[JobDocumentOptions, None]",
        "files": "Union[Dict[str, str], None]",
        "assets": "Union[List[str], None]",
        "steps": "Union[List[JobDocumentStepsItem], None]",
        "filename": "Union[str, None]",
        "reference": "Union[str, None]",
    },
    total=False,
)

Job = TypedDict(
    "Job",
    {
        "id": "str",
        "state": "Literal['queued', 'running', 'ended']",
        "total": "int",
        "done": "int",
        "failed": "int",
        "created_at": "str",
        "ended_at": "Union[str, None]",
        "expires_at": "str",
    },
    total=False,
)

JobList = TypedDict(
    "JobList",
    {
        "items": "List[Job]",
        "next_cursor": "Union[str, None]",
    },
    total=False,
)

JobResultsItemsItem = TypedDict(
    "JobResultsItemsItem",
    {
        "index": "int",
        "status": "Literal['done', 'failed']",
        "reference": "Union[str, None]",
        "filename": "Union[str, None]",
        "pages": "Union[int, None]",
        "bytes": "Union[int, None]",
        "warnings": "Union[int, None]",
        "diagnostics": "List[Diagnostic]",
        "pdf": "Union[str, None]",
        "link": "Union[str, None]",
        "problem": "Union[Dict[str, Any], None]",
    },
    total=False,
)

JobResults = TypedDict(
    "JobResults",
    {
        "items": "List[JobResultsItemsItem]",
        "next_cursor": "Union[str, None]",
    },
    total=False,
)

Asset = TypedDict(
    "Asset",
    {
        "name": "str",
        "bytes": "int",
        "sha256": "str",
        "updated_at": "str",
    },
    total=False,
)

AssetListItemsItem = TypedDict(
    "AssetListItemsItem",
    {
        "name": "str",
        "bytes": "int",
        "sha256": "str",
        "updated_at": "str",
    },
    total=False,
)

AssetList = TypedDict(
    "AssetList",
    {
        "items": "List[AssetListItemsItem]",
        "next_cursor": "Union[str, None]",
    },
    total=False,
)

MeRate_limit = TypedDict(
    "MeRate_limit",
    {
        "limit": "Union[int, None]",
        "remaining": "Union[int, None]",
        "reset": "Union[int, None]",
    },
    total=False,
)

MeCredits = TypedDict(
    "MeCredits",
    {
        "balance": "int",
        "granted": "int",
        "period_end": "str",
    },
    total=False,
)

Me = TypedDict(
    "Me",
    {
        "tier": "str",
        "is_keyed": "bool",
        "rate_limit": "MeRate_limit",
        "credits": "Union[MeCredits, None]",
        "features": "List[Literal['rest', 'mcp', 'sign']]",
    },
    total=False,
)

UsageItemsItem = TypedDict(
    "UsageItemsItem",
    {
        "date": "str",
        "credits": "int",
    },
    total=False,
)

Usage = TypedDict(
    "Usage",
    {
        "items": "List[UsageItemsItem]",
        "next_cursor": "None",
    },
    total=False,
)

Check = TypedDict(
    "Check",
    {
        "pages": "int",
        "diagnostics": "List[Diagnostic]",
    },
    total=False,
)

DiagnosticFix = TypedDict(
    "DiagnosticFix",
    {
        "replace": "str",
        "by": "str",
    },
    total=False,
)

Diagnostic = TypedDict(
    "Diagnostic",
    {
        "code": "Literal['content/not-shown', 'content/sum', 'content/unknown-target', 'css/counter-style', 'css/font-face', 'css/function', 'css/import', 'css/invalid-selector', 'css/invalid-value', 'css/layer', 'css/media-query', 'css/namespace', 'css/not-applicable', 'css/page-first', 'css/position-try', 'css/property-rule', 'css/syntax', 'css/unknown-at-rule', 'css/unknown-property', 'css/unsupported', 'document/dead-link', 'document/external-resource', 'document/invalid-url', 'document/missing-resource', 'document/not-loaded', 'document/relative-link', 'document/script', 'font/broken', 'font/missing-family', 'font/missing-glyph', 'html/attachment', 'html/file-name', 'html/foreign-markup', 'html/generated-list', 'html/no-shadow-host', 'html/not-well-formed', 'html/renamed-id', 'html/too-deep', 'html/unsupported-frame', 'image/broken', 'image/broken-url', 'image/unescaped-hash', 'image/gain-map-ignored', 'image/unknown-colors', 'image/unknown-format', 'invoice/field', 'invoice/mismatch', 'layout/clipped-text', 'layout/covered-text', 'layout/flow', 'layout/footnote', 'layout/moved-away', 'layout/header-not-repeated', 'layout/ignored-break', 'layout/no-progress', 'layout/unsettled', 'layout/unsupported', 'mathml/unknown-value', 'mathml/unsupported-element', 'page/blank', 'page/limit', 'page/margins', 'page/outside', 'page/shrunk', 'page/too-tall', 'page/too-wide', 'paint/backdrop-filter', 'paint/filter-primitive', 'paint/mask-composite', 'paint/missing-element', 'paint/nested-filter', 'paint/raster', 'pdf/blend-mode', 'pdf/flattened-inks', 'pdf/form-action', 'pdf/form-control', 'pdf/link-scheme', 'pdf/nested-groups', 'pdf/open-page', 'pdf/page-size', 'pdf/unconverted-colors', 'pdf/untagged-comment', 'pdf/untagged-field', 'pdf/untagged-link', 'puppeteer/option', 'redact/attachment', 'redact/no-match', 'redact/remaining', 'request/no-effect', 'request/not-kept', 'request/unknown-field', 'svg/too-deep', 'svg/too-many-elements', 'template/empty-class', 'template/no-value', 'template/not-filled', 'template/replaced-margin-box', 'text/no-hyphenation']",
        "severity": "Literal['error', 'warning', 'info']",
        "message": "str",
        "source": "Union[str, None]",
        "line": "Union[int, None]",
        "column": "Union[int, None]",
        "count": "int",
        "fix": "DiagnosticFix",
    },
    total=False,
)

ProblemErrorsItem = TypedDict(
    "ProblemErrorsItem",
    {
        "field": "str",
        "code": "str",
        "message": "str",
        "source": "str",
        "line": "int",
        "column": "int",
        "rules": "List[str]",
        "fix": "str",
    },
    total=False,
)

ProblemUrlsItem = TypedDict(
    "ProblemUrlsItem",
    {
        "url": "str",
        "where": "str",
    },
    total=False,
)

Problem = TypedDict(
    "Problem",
    {
        "type": "Literal['about:blank']",
        "title": "str",
        "status": "int",
        "detail": "str",
        "instance": "str",
        "code": "Literal['external_resource', 'bad_request', 'credits_exhausted', 'plan_forbids', 'quota_exceeded', 'origin_forbidden', 'not_found', 'method_not_allowed', 'idempotency_conflict', 'request_timeout', 'html_too_large', 'body_too_large', 'uri_too_long', 'unsupported_media_type', 'headers_too_large', 'validation_error', 'idempotency_mismatch', 'page_limit_exceeded', 'render_timeout', 'document_too_complex', 'document_failed', 'rate_limited', 'allowance_exhausted', 'internal_error', 'overloaded', 'store_unavailable', 'shutting_down']",
        "request_id": "str",
        "errors": "Union[List[ProblemErrorsItem], None]",
        "upgrade_url": "Union[str, None]",
        "urls": "List[ProblemUrlsItem]",
    },
    total=False,
)

class Operations(Caller):
    """The calls of the service."""

    def render(self, body: RenderRequest, *, page: Optional[int] = None, dpi: Optional[int] = None, idempotency_key: Optional[str] = None, accept: Optional[str] = None) -> DownloadedFile:
        """Render HTML to PDF, or to pictures of its pages."""
        return self.call("POST", ["v1", "render"], json_body=body, query={"page": page, "dpi": dpi}, is_named=True, idempotency_key=idempotency_key, accept=accept, answer="file")

    def check(self, body: RenderRequest) -> Check:
        """Check a document: returns pages and diagnostics without a PDF; costs no credit."""
        return self.call("POST", ["v1", "check"], json_body=body, answer="json")

    def me(self) -> Me:
        """Get the plan, rate limit and credits of the caller."""
        return self.call("GET", ["v1", "me"], answer="json")

    def usage(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> Usage:
        """List the credits that a key has spent, by day."""
        return self.call("GET", ["v1", "usage"], query={"from": from_, "to": to}, answer="json")

    def assets(self, *, cursor: Optional[str] = None, limit: Optional[int] = None) -> AssetList:
        """List the assets of a key, by name."""
        return self.call("GET", ["v1", "assets"], query={"cursor": cursor, "limit": limit}, answer="json")

    def put_asset(self, name: str, body: Union[bytes, str]) -> Asset:
        """Store or replace a file that documents can use by name; needs a key."""
        return self.call("PUT", ["v1", "assets", name], bytes=body, answer="json")

    def asset(self, name: str) -> DownloadedFile:
        """Get the content of an asset."""
        return self.call("GET", ["v1", "assets", name], answer="file")

    def delete_asset(self, name: str) -> None:
        """Delete an asset."""
        return self.call("DELETE", ["v1", "assets", name], answer="none")

    def jobs(self, *, cursor: Optional[str] = None, limit: Optional[int] = None) -> JobList:
        """List the jobs of a key, newest first."""
        return self.call("GET", ["v1", "jobs"], query={"cursor": cursor, "limit": limit}, answer="json")

    def create_job(self, body: Sequence[Union[JobHead, JobDocument]], *, idempotency_key: Optional[str] = None) -> Job:
        """Create a job that renders many documents, or a template with many records; needs a key."""
        return self.call("POST", ["v1", "jobs"], lines=body, is_named=True, idempotency_key=idempotency_key, answer="json")

    def job(self, id: str) -> Job:
        """Get the progress of a job."""
        return self.call("GET", ["v1", "jobs", id], answer="json")

    def delete_job(self, id: str) -> None:
        """Delete a job and its results."""
        return self.call("DELETE", ["v1", "jobs", id], answer="none")

    def job_results(self, id: str, *, cursor: Optional[str] = None, limit: Optional[int] = None) -> JobResults:
        """List the results of a job in document order."""
        return self.call("GET", ["v1", "jobs", id, "results"], query={"cursor": cursor, "limit": limit}, answer="json")

    def job_pdf(self, id: str, index: int) -> DownloadedFile:
        """Get the PDF of a job document."""
        return self.call("GET", ["v1", "jobs", id, "results", index], answer="file")

    def file(self, id: str, *, token: str) -> DownloadedFile:
        """Get the PDF of a job document by its link, without a key."""
        return self.call("GET", ["v1", "files", id], query={"token": token}, answer="file")
