// Generated from the OpenAPI description by `npm run reference`.

import { type CallOptions, Caller, type DownloadedFile } from './caller.ts';

export type Options = {
  /** The page size, unless an `@page` rule of the document sets one. Default A4. */
  readonly pageSize?: string;
  /** The paper on which pages are printed, turned to the orientation of each page. Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page. */
  readonly paper?: string;
  /** One length, or one per side (default 20mm). Numbers are CSS px. */
  readonly margin?: string | number | {
    readonly top?: string | number;
    readonly right?: string | number;
    readonly bottom?: string | number;
    readonly left?: string | number;
  };
  /** The medium that media queries match. Default print. */
  readonly mediaType?: "print" | "screen";
  /** Use mediaType instead. */
  readonly media?: "print" | "screen";
  /** The pages to keep, counted from 1. Default: all. */
  readonly pageRanges?: string;
  /** Scales the contents of pages by 0.1 to 2. Default 1. */
  readonly scale?: number;
  /** Whether backgrounds are printed. If not, they are white and light text is darkened, except in elements with print-color-adjust: exact. Default true. */
  readonly printBackground?: boolean;
  /** HTML for the top margin of every page. The classes pageNumber, totalPages, title, date and url are filled in. */
  readonly header?: string;
  /** HTML for the bottom margin of every page. See `header`. */
  readonly footer?: string;
  /** The document's date, for its metadata and for `date` in headers. Default: none. */
  readonly date?: string;
  /** Style sheets as text. They apply after the document's own. */
  readonly userStyles?: readonly (string)[];
  /** The title in the metadata. Default: the document's `<title>`. */
  readonly title?: string;
  /** The author in the metadata. Default: `<meta name="author">`. */
  readonly author?: string;
  /** The subject in the metadata. Default: `<meta name="description">`. */
  readonly subject?: string;
  /** The keywords in the metadata. Default: `<meta name="keywords">`. */
  readonly keywords?: string;
  /** The standard that the PDF must meet. A document that violates it is refused. */
  readonly profile?: string;
  /** Encrypts the PDF with AES-256. */
  readonly encryption?: {
    readonly userPassword?: string;
    readonly ownerPassword?: string;
    readonly permissions?: {
      readonly print?: boolean | "low";
      readonly modify?: boolean;
      readonly copy?: boolean;
      readonly annotate?: boolean;
      readonly fillForms?: boolean;
      readonly assemble?: boolean;
    };
  };
  /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
  readonly signature?: {
    /** The signature field. Default: the first unsigned one, or an invisible one. */
    readonly field?: string;
    readonly name?: string;
    readonly reason?: string;
    readonly location?: string;
    readonly contact?: string;
  };
  /** Files with fonts for `font-family`: TTF, OTF, WOFF or WOFF2. */
  readonly fonts?: readonly (string)[];
  /** Files to embed in the PDF. */
  readonly attachments?: readonly ({
    /** The name of one of the files of the request. */
    readonly file: string;
    /** Default: the name of the file. */
    readonly name?: string;
    readonly mimeType?: string;
    readonly relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
    readonly description?: string;
  })[];
  /** Makes the PDF an electronic invoice (Factur-X, ZUGFeRD) with this XML, or with one made from the document. */
  readonly facturx?: {
    /** Default: the invoice is made from elements with data-invoice. */
    readonly file?: string;
    readonly syntax?: "CII" | "UBL";
    readonly profile?: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
  };
  /** XMP metadata to add: an `rdf:RDF` element. */
  readonly xmp?: string;
  /** The output device: a file with its ICC profile. */
  readonly outputIntent?: {
    /** The name of one of the files of the request. */
    readonly file: string;
    readonly condition?: string;
    readonly info?: string;
    /** Converts all colors to the inks of the profile, with this rendering intent. */
    readonly convert?: "perceptual" | "relative" | "saturation" | "absolute";
    /** The maximum sum of the inks of converted colors, in percent. */
    readonly inkLimit?: number;
  };
  /** Removes the text of the elements that match `selector`. `keep` covers it with bars, `close` closes the gap. */
  readonly redact?: {
    readonly selector: string;
    readonly place?: "keep" | "close";
  };
  /** How PDF viewers open the file. */
  readonly viewer?: {
    readonly page?: number;
    readonly zoom?: "fit" | "width" | number;
    readonly layout?: "single" | "continuous" | "two-pages" | "two-pages-cover" | "two-columns" | "two-columns-cover";
    readonly panel?: "none" | "outline" | "thumbnails" | "attachments" | "full-screen";
    readonly hideToolbar?: boolean;
    readonly hideMenubar?: boolean;
    readonly hideControls?: boolean;
    readonly fitWindow?: boolean;
    readonly centerWindow?: boolean;
    readonly print?: boolean;
    readonly printScaling?: "none";
    readonly duplex?: "simplex" | "short-edge" | "long-edge";
  };
  /** clip (the default) cuts the content of scroll containers. expand lets them grow, and shrinks wide content. */
  readonly overflow?: "clip" | "expand";
  /** The places to which other files can link: elements with an id that the document links to (the default), or all. */
  readonly namedDestinations?: "linked" | "all";
  /** Makes form controls fillable. */
  readonly forms?: boolean;
  /** Compresses the contents of the PDF. Default true. */
  readonly compress?: boolean;
  /** Embeds font hinting. Default true. */
  readonly hinting?: boolean;
  /** Maximum image resolution in pixels per inch, JPEG quality from 1 to 100, and bits per sample. */
  readonly images?: {
    readonly resolution?: number;
    readonly quality?: number;
    readonly depth?: 8 | 16;
  };
};

export type RenderRequest = {
  /** The HTML document with its CSS. Images, fonts and style sheets are `files`, `assets`, or data: URIs. Required unless `document` is present. */
  readonly html?: string;
  /** The name of the file or asset that is the document, instead of `html`. */
  readonly document?: string | null;
  /** Values for the document, which is then a Liquid template. */
  readonly values?: Readonly<Record<string, unknown>> | null;
  /** The file name in Content-Disposition. Default document.pdf. */
  readonly filename?: string | null;
  /** Options of the library. */
  readonly options?: {
    /** The page size, unless an `@page` rule of the document sets one. Default A4. */
    readonly pageSize?: string;
    /** The paper on which pages are printed, turned to the orientation of each page. Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page. */
    readonly paper?: string;
    /** One length, or one per side (default 20mm). Numbers are CSS px. */
    readonly margin?: string | number | {
      readonly top?: string | number;
      readonly right?: string | number;
      readonly bottom?: string | number;
      readonly left?: string | number;
    };
    /** The medium that media queries match. Default print. */
    readonly mediaType?: "print" | "screen";
    /** Use mediaType instead. */
    readonly media?: "print" | "screen";
    /** The pages to keep, counted from 1. Default: all. */
    readonly pageRanges?: string;
    /** Scales the contents of pages by 0.1 to 2. Default 1. */
    readonly scale?: number;
    /** Whether backgrounds are printed. If not, they are white and light text is darkened, except in elements with print-color-adjust: exact. Default true. */
    readonly printBackground?: boolean;
    /** HTML for the top margin of every page. The classes pageNumber, totalPages, title, date and url are filled in. */
    readonly header?: string;
    /** HTML for the bottom margin of every page. See `header`. */
    readonly footer?: string;
    /** The document's date, for its metadata and for `date` in headers. Default: none. */
    readonly date?: string;
    /** Style sheets as text. They apply after the document's own. */
    readonly userStyles?: readonly (string)[];
    /** The title in the metadata. Default: the document's `<title>`. */
    readonly title?: string;
    /** The author in the metadata. Default: `<meta name="author">`. */
    readonly author?: string;
    /** The subject in the metadata. Default: `<meta name="description">`. */
    readonly subject?: string;
    /** The keywords in the metadata. Default: `<meta name="keywords">`. */
    readonly keywords?: string;
    /** The standard that the PDF must meet. A document that violates it is refused. */
    readonly profile?: string;
    /** Encrypts the PDF with AES-256. */
    readonly encryption?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly signature?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
    /** Files with fonts for `font-family`: TTF, OTF, WOFF or WOFF2. */
    readonly fonts?: readonly (string)[];
    /** Files to embed in the PDF. */
    readonly attachments?: readonly ({
      /** The name of one of the files of the request. */
      readonly file: string;
      /** Default: the name of the file. */
      readonly name?: string;
      readonly mimeType?: string;
      readonly relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
      readonly description?: string;
    })[];
    /** Makes the PDF an electronic invoice (Factur-X, ZUGFeRD) with this XML, or with one made from the document. */
    readonly facturx?: {
      /** Default: the invoice is made from elements with data-invoice. */
      readonly file?: string;
      readonly syntax?: "CII" | "UBL";
      readonly profile?: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
    };
    /** XMP metadata to add: an `rdf:RDF` element. */
    readonly xmp?: string;
    /** The output device: a file with its ICC profile. */
    readonly outputIntent?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly condition?: string;
      readonly info?: string;
      /** Converts all colors to the inks of the profile, with this rendering intent. */
      readonly convert?: "perceptual" | "relative" | "saturation" | "absolute";
      /** The maximum sum of the inks of converted colors, in percent. */
      readonly inkLimit?: number;
    };
    /** Removes the text of the elements that match `selector`. `keep` covers it with bars, `close` closes the gap. */
    readonly redact?: {
      readonly selector: string;
      readonly place?: "keep" | "close";
    };
    /** How PDF viewers open the file. */
    readonly viewer?: {
      readonly page?: number;
      readonly zoom?: "fit" | "width" | number;
      readonly layout?: "single" | "continuous" | "two-pages" | "two-pages-cover" | "two-columns" | "two-columns-cover";
      readonly panel?: "none" | "outline" | "thumbnails" | "attachments" | "full-screen";
      readonly hideToolbar?: boolean;
      readonly hideMenubar?: boolean;
      readonly hideControls?: boolean;
      readonly fitWindow?: boolean;
      readonly centerWindow?: boolean;
      readonly print?: boolean;
      readonly printScaling?: "none";
      readonly duplex?: "simplex" | "short-edge" | "long-edge";
    };
    /** clip (the default) cuts the content of scroll containers. expand lets them grow, and shrinks wide content. */
    readonly overflow?: "clip" | "expand";
    /** The places to which other files can link: elements with an id that the document links to (the default), or all. */
    readonly namedDestinations?: "linked" | "all";
    /** Makes form controls fillable. */
    readonly forms?: boolean;
    /** Compresses the contents of the PDF. Default true. */
    readonly compress?: boolean;
    /** Embeds font hinting. Default true. */
    readonly hinting?: boolean;
    /** Maximum image resolution in pixels per inch, JPEG quality from 1 to 100, and bits per sample. */
    readonly images?: {
      readonly resolution?: number;
      readonly quality?: number;
      readonly depth?: 8 | 16;
    };
  } | null;
  /** Files in base64, under the names by which the document and the options refer to them. */
  readonly files?: Readonly<Record<string, string>> | null;
  /** The names of stored assets that the document uses. */
  readonly assets?: readonly (string)[] | null;
  /** Changes to the rendered PDF, in order. */
  readonly steps?: readonly ({
    /** Joins PDFs with the document. */
    readonly merge?: {
      readonly before?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly after?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly title?: string;
      /** Adds an outline entry for each file. */
      readonly bookmarks?: boolean;
    };
    /** Draws the pages of a PDF over or under those of the document. */
    readonly stamp?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly pages?: string;
      /** Draws below the content, as for a letterhead. */
      readonly under?: boolean;
      readonly fit?: "contain" | "fill" | "none";
      readonly repeat?: "last" | "all" | "none";
    };
    /** Places several pages on each sheet. */
    readonly impose?: {
      readonly layout?: string;
      readonly sheet?: string;
      /** In points. */
      readonly gap?: number;
      readonly direction?: "ltr" | "rtl";
    };
    /** Encrypts the PDF with AES-256. */
    readonly encrypt?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly sign?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
  })[] | null;
};

export type JobHead = {
  /** A Liquid template that produces HTML. Each document fills it with its `values`. */
  readonly template?: string | null;
  /** The name of the file or asset that is the template, instead of `template`. */
  readonly document?: string | null;
  /** Options of the library for all documents. */
  readonly options?: {
    /** The page size, unless an `@page` rule of the document sets one. Default A4. */
    readonly pageSize?: string;
    /** The paper on which pages are printed, turned to the orientation of each page. Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page. */
    readonly paper?: string;
    /** One length, or one per side (default 20mm). Numbers are CSS px. */
    readonly margin?: string | number | {
      readonly top?: string | number;
      readonly right?: string | number;
      readonly bottom?: string | number;
      readonly left?: string | number;
    };
    /** The medium that media queries match. Default print. */
    readonly mediaType?: "print" | "screen";
    /** Use mediaType instead. */
    readonly media?: "print" | "screen";
    /** The pages to keep, counted from 1. Default: all. */
    readonly pageRanges?: string;
    /** Scales the contents of pages by 0.1 to 2. Default 1. */
    readonly scale?: number;
    /** Whether backgrounds are printed. If not, they are white and light text is darkened, except in elements with print-color-adjust: exact. Default true. */
    readonly printBackground?: boolean;
    /** HTML for the top margin of every page. The classes pageNumber, totalPages, title, date and url are filled in. */
    readonly header?: string;
    /** HTML for the bottom margin of every page. See `header`. */
    readonly footer?: string;
    /** The document's date, for its metadata and for `date` in headers. Default: none. */
    readonly date?: string;
    /** Style sheets as text. They apply after the document's own. */
    readonly userStyles?: readonly (string)[];
    /** The title in the metadata. Default: the document's `<title>`. */
    readonly title?: string;
    /** The author in the metadata. Default: `<meta name="author">`. */
    readonly author?: string;
    /** The subject in the metadata. Default: `<meta name="description">`. */
    readonly subject?: string;
    /** The keywords in the metadata. Default: `<meta name="keywords">`. */
    readonly keywords?: string;
    /** The standard that the PDF must meet. A document that violates it is refused. */
    readonly profile?: string;
    /** Encrypts the PDF with AES-256. */
    readonly encryption?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly signature?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
    /** Files with fonts for `font-family`: TTF, OTF, WOFF or WOFF2. */
    readonly fonts?: readonly (string)[];
    /** Files to embed in the PDF. */
    readonly attachments?: readonly ({
      /** The name of one of the files of the request. */
      readonly file: string;
      /** Default: the name of the file. */
      readonly name?: string;
      readonly mimeType?: string;
      readonly relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
      readonly description?: string;
    })[];
    /** Makes the PDF an electronic invoice (Factur-X, ZUGFeRD) with this XML, or with one made from the document. */
    readonly facturx?: {
      /** Default: the invoice is made from elements with data-invoice. */
      readonly file?: string;
      readonly syntax?: "CII" | "UBL";
      readonly profile?: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
    };
    /** XMP metadata to add: an `rdf:RDF` element. */
    readonly xmp?: string;
    /** The output device: a file with its ICC profile. */
    readonly outputIntent?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly condition?: string;
      readonly info?: string;
      /** Converts all colors to the inks of the profile, with this rendering intent. */
      readonly convert?: "perceptual" | "relative" | "saturation" | "absolute";
      /** The maximum sum of the inks of converted colors, in percent. */
      readonly inkLimit?: number;
    };
    /** Removes the text of the elements that match `selector`. `keep` covers it with bars, `close` closes the gap. */
    readonly redact?: {
      readonly selector: string;
      readonly place?: "keep" | "close";
    };
    /** How PDF viewers open the file. */
    readonly viewer?: {
      readonly page?: number;
      readonly zoom?: "fit" | "width" | number;
      readonly layout?: "single" | "continuous" | "two-pages" | "two-pages-cover" | "two-columns" | "two-columns-cover";
      readonly panel?: "none" | "outline" | "thumbnails" | "attachments" | "full-screen";
      readonly hideToolbar?: boolean;
      readonly hideMenubar?: boolean;
      readonly hideControls?: boolean;
      readonly fitWindow?: boolean;
      readonly centerWindow?: boolean;
      readonly print?: boolean;
      readonly printScaling?: "none";
      readonly duplex?: "simplex" | "short-edge" | "long-edge";
    };
    /** clip (the default) cuts the content of scroll containers. expand lets them grow, and shrinks wide content. */
    readonly overflow?: "clip" | "expand";
    /** The places to which other files can link: elements with an id that the document links to (the default), or all. */
    readonly namedDestinations?: "linked" | "all";
    /** Makes form controls fillable. */
    readonly forms?: boolean;
    /** Compresses the contents of the PDF. Default true. */
    readonly compress?: boolean;
    /** Embeds font hinting. Default true. */
    readonly hinting?: boolean;
    /** Maximum image resolution in pixels per inch, JPEG quality from 1 to 100, and bits per sample. */
    readonly images?: {
      readonly resolution?: number;
      readonly quality?: number;
      readonly depth?: 8 | 16;
    };
  } | null;
  /** Files in base64, under the names by which the document and the options refer to them. */
  readonly files?: Readonly<Record<string, string>> | null;
  /** The names of stored assets that the document uses. */
  readonly assets?: readonly (string)[] | null;
  /** Changes to the rendered PDF, in order. */
  readonly steps?: readonly ({
    /** Joins PDFs with the document. */
    readonly merge?: {
      readonly before?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly after?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly title?: string;
      /** Adds an outline entry for each file. */
      readonly bookmarks?: boolean;
    };
    /** Draws the pages of a PDF over or under those of the document. */
    readonly stamp?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly pages?: string;
      /** Draws below the content, as for a letterhead. */
      readonly under?: boolean;
      readonly fit?: "contain" | "fill" | "none";
      readonly repeat?: "last" | "all" | "none";
    };
    /** Places several pages on each sheet. */
    readonly impose?: {
      readonly layout?: string;
      readonly sheet?: string;
      /** In points. */
      readonly gap?: number;
      readonly direction?: "ltr" | "rtl";
    };
    /** Encrypts the PDF with AES-256. */
    readonly encrypt?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly sign?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
  })[] | null;
  /** The call that reports the end of the job. */
  readonly webhook?: {
    /** Called when the job ends. The operator must allow its origin. */
    readonly url: string;
    /** Signs the call with HMAC-SHA256 according to Standard Webhooks: `whsec_` and a base64 key, or any other text. */
    readonly secret: string;
  } | null;
};

export type JobDocument = {
  /** The HTML document, unless the job has a template. */
  readonly html?: string | null;
  /** The name of the file or asset that is the document, instead of `html`. */
  readonly document?: string | null;
  /** Values for the template. */
  readonly values?: Readonly<Record<string, unknown>> | null;
  /** Options of the library. */
  readonly options?: {
    /** The page size, unless an `@page` rule of the document sets one. Default A4. */
    readonly pageSize?: string;
    /** The paper on which pages are printed, turned to the orientation of each page. Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page. */
    readonly paper?: string;
    /** One length, or one per side (default 20mm). Numbers are CSS px. */
    readonly margin?: string | number | {
      readonly top?: string | number;
      readonly right?: string | number;
      readonly bottom?: string | number;
      readonly left?: string | number;
    };
    /** The medium that media queries match. Default print. */
    readonly mediaType?: "print" | "screen";
    /** Use mediaType instead. */
    readonly media?: "print" | "screen";
    /** The pages to keep, counted from 1. Default: all. */
    readonly pageRanges?: string;
    /** Scales the contents of pages by 0.1 to 2. Default 1. */
    readonly scale?: number;
    /** Whether backgrounds are printed. If not, they are white and light text is darkened, except in elements with print-color-adjust: exact. Default true. */
    readonly printBackground?: boolean;
    /** HTML for the top margin of every page. The classes pageNumber, totalPages, title, date and url are filled in. */
    readonly header?: string;
    /** HTML for the bottom margin of every page. See `header`. */
    readonly footer?: string;
    /** The document's date, for its metadata and for `date` in headers. Default: none. */
    readonly date?: string;
    /** Style sheets as text. They apply after the document's own. */
    readonly userStyles?: readonly (string)[];
    /** The title in the metadata. Default: the document's `<title>`. */
    readonly title?: string;
    /** The author in the metadata. Default: `<meta name="author">`. */
    readonly author?: string;
    /** The subject in the metadata. Default: `<meta name="description">`. */
    readonly subject?: string;
    /** The keywords in the metadata. Default: `<meta name="keywords">`. */
    readonly keywords?: string;
    /** The standard that the PDF must meet. A document that violates it is refused. */
    readonly profile?: string;
    /** Encrypts the PDF with AES-256. */
    readonly encryption?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly signature?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
    /** Files with fonts for `font-family`: TTF, OTF, WOFF or WOFF2. */
    readonly fonts?: readonly (string)[];
    /** Files to embed in the PDF. */
    readonly attachments?: readonly ({
      /** The name of one of the files of the request. */
      readonly file: string;
      /** Default: the name of the file. */
      readonly name?: string;
      readonly mimeType?: string;
      readonly relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
      readonly description?: string;
    })[];
    /** Makes the PDF an electronic invoice (Factur-X, ZUGFeRD) with this XML, or with one made from the document. */
    readonly facturx?: {
      /** Default: the invoice is made from elements with data-invoice. */
      readonly file?: string;
      readonly syntax?: "CII" | "UBL";
      readonly profile?: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
    };
    /** XMP metadata to add: an `rdf:RDF` element. */
    readonly xmp?: string;
    /** The output device: a file with its ICC profile. */
    readonly outputIntent?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly condition?: string;
      readonly info?: string;
      /** Converts all colors to the inks of the profile, with this rendering intent. */
      readonly convert?: "perceptual" | "relative" | "saturation" | "absolute";
      /** The maximum sum of the inks of converted colors, in percent. */
      readonly inkLimit?: number;
    };
    /** Removes the text of the elements that match `selector`. `keep` covers it with bars, `close` closes the gap. */
    readonly redact?: {
      readonly selector: string;
      readonly place?: "keep" | "close";
    };
    /** How PDF viewers open the file. */
    readonly viewer?: {
      readonly page?: number;
      readonly zoom?: "fit" | "width" | number;
      readonly layout?: "single" | "continuous" | "two-pages" | "two-pages-cover" | "two-columns" | "two-columns-cover";
      readonly panel?: "none" | "outline" | "thumbnails" | "attachments" | "full-screen";
      readonly hideToolbar?: boolean;
      readonly hideMenubar?: boolean;
      readonly hideControls?: boolean;
      readonly fitWindow?: boolean;
      readonly centerWindow?: boolean;
      readonly print?: boolean;
      readonly printScaling?: "none";
      readonly duplex?: "simplex" | "short-edge" | "long-edge";
    };
    /** clip (the default) cuts the content of scroll containers. expand lets them grow, and shrinks wide content. */
    readonly overflow?: "clip" | "expand";
    /** The places to which other files can link: elements with an id that the document links to (the default), or all. */
    readonly namedDestinations?: "linked" | "all";
    /** Makes form controls fillable. */
    readonly forms?: boolean;
    /** Compresses the contents of the PDF. Default true. */
    readonly compress?: boolean;
    /** Embeds font hinting. Default true. */
    readonly hinting?: boolean;
    /** Maximum image resolution in pixels per inch, JPEG quality from 1 to 100, and bits per sample. */
    readonly images?: {
      readonly resolution?: number;
      readonly quality?: number;
      readonly depth?: 8 | 16;
    };
  } | null;
  /** Files in base64, under the names by which the document and the options refer to them. */
  readonly files?: Readonly<Record<string, string>> | null;
  /** The names of stored assets that the document uses. */
  readonly assets?: readonly (string)[] | null;
  /** Changes to the rendered PDF, in order. */
  readonly steps?: readonly ({
    /** Joins PDFs with the document. */
    readonly merge?: {
      readonly before?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly after?: readonly (string | {
        /** The name of one of the files of the request. */
        readonly file: string;
        readonly pages?: string;
      })[];
      readonly title?: string;
      /** Adds an outline entry for each file. */
      readonly bookmarks?: boolean;
    };
    /** Draws the pages of a PDF over or under those of the document. */
    readonly stamp?: {
      /** The name of one of the files of the request. */
      readonly file: string;
      readonly pages?: string;
      /** Draws below the content, as for a letterhead. */
      readonly under?: boolean;
      readonly fit?: "contain" | "fill" | "none";
      readonly repeat?: "last" | "all" | "none";
    };
    /** Places several pages on each sheet. */
    readonly impose?: {
      readonly layout?: string;
      readonly sheet?: string;
      /** In points. */
      readonly gap?: number;
      readonly direction?: "ltr" | "rtl";
    };
    /** Encrypts the PDF with AES-256. */
    readonly encrypt?: {
      readonly userPassword?: string;
      readonly ownerPassword?: string;
      readonly permissions?: {
        readonly print?: boolean | "low";
        readonly modify?: boolean;
        readonly copy?: boolean;
        readonly annotate?: boolean;
        readonly fillForms?: boolean;
        readonly assemble?: boolean;
      };
    };
    /** Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`. */
    readonly sign?: {
      /** The signature field. Default: the first unsigned one, or an invisible one. */
      readonly field?: string;
      readonly name?: string;
      readonly reason?: string;
      readonly location?: string;
      readonly contact?: string;
    };
  })[] | null;
  /** The file name in Content-Disposition. Default document.pdf. */
  readonly filename?: string | null;
  /** Your name for the document. */
  readonly reference?: string | null;
};

export type Job = {
  readonly id: string;
  /** `ended` includes jobs with failed documents. */
  readonly state: "queued" | "running" | "ended";
  /** Number of documents. */
  readonly total: number;
  /** Number of rendered documents. */
  readonly done: number;
  /** Number of documents that could not be rendered. */
  readonly failed: number;
  readonly created_at: string;
  /** null until the job has ended. */
  readonly ended_at: string | null;
  /** The time at which the job and its results are deleted. */
  readonly expires_at: string;
};

export type JobList = {
  readonly items: readonly (Job)[];
  readonly next_cursor: string | null;
};

export type JobResults = {
  readonly items: readonly ({
    /** Index of the document line, from 0. */
    readonly index: number;
    readonly status: "done" | "failed";
    readonly reference: string | null;
    readonly filename: string | null;
    readonly pages: number | null;
    readonly bytes: number | null;
    /** Number of diagnostics, including notes. */
    readonly warnings: number | null;
    /** The first 5 diagnostics. */
    readonly diagnostics: readonly (Diagnostic)[];
    /** Path of the PDF. */
    readonly pdf: string | null;
    /** URL of the PDF that needs no key and works until the job expires or is deleted. */
    readonly link: string | null;
    /** The `code`, `detail` and `errors` of the failure. */
    readonly problem: Readonly<Record<string, unknown>> | null;
  })[];
  readonly next_cursor: string | null;
};

export type Asset = {
  readonly name: string;
  /** The size of the content. */
  readonly bytes: number;
  /** The SHA-256 digest of the content, in hexadecimal. */
  readonly sha256: string;
  readonly updated_at: string;
};

export type AssetList = {
  readonly items: readonly ({
    readonly name: string;
    /** The size of the content. */
    readonly bytes: number;
    /** The SHA-256 digest of the content, in hexadecimal. */
    readonly sha256: string;
    readonly updated_at: string;
  })[];
  readonly next_cursor: string | null;
};

export type Me = {
  /** `anonymous`, `test` for a test key, or the plan of the key. */
  readonly tier: string;
  readonly is_keyed: boolean;
  /** The values of the X-RateLimit headers. All null if the counter is unavailable. */
  readonly rate_limit: {
    readonly limit: number | null;
    readonly remaining: number | null;
    readonly reset: number | null;
  };
  /** null for plans without credits. */
  readonly credits: {
    readonly balance: number;
    readonly granted: number;
    readonly period_end: string;
  } | null;
  readonly features: readonly ("rest" | "mcp" | "sign")[];
};

export type Usage = {
  readonly items: readonly ({
    readonly date: string;
    /** Credits spent on that day, in UTC. */
    readonly credits: number;
  })[];
  /** Always null: the list has one page. */
  readonly next_cursor: null;
};

export type Check = {
  readonly pages: number;
  readonly diagnostics: readonly (Diagnostic)[];
};

export type Diagnostic = {
  /** Stable. Compare this, not the message. */
  readonly code: "content/not-shown" | "content/sum" | "content/unknown-target" | "css/counter-style" | "css/font-face" | "css/function" | "css/import" | "css/invalid-selector" | "css/invalid-value" | "css/layer" | "css/media-query" | "css/namespace" | "css/not-applicable" | "css/page-first" | "css/position-try" | "css/property-rule" | "css/syntax" | "css/unknown-at-rule" | "css/unknown-property" | "css/unsupported" | "document/dead-link" | "document/external-resource" | "document/invalid-url" | "document/missing-resource" | "document/not-loaded" | "document/relative-link" | "document/script" | "font/broken" | "font/missing-family" | "font/missing-glyph" | "html/attachment" | "html/file-name" | "html/foreign-markup" | "html/generated-list" | "html/no-shadow-host" | "html/not-well-formed" | "html/renamed-id" | "html/too-deep" | "html/unsupported-frame" | "image/broken" | "image/broken-url" | "image/unescaped-hash" | "image/gain-map-ignored" | "image/unknown-colors" | "image/unknown-format" | "invoice/field" | "invoice/mismatch" | "layout/clipped-text" | "layout/covered-text" | "layout/flow" | "layout/footnote" | "layout/moved-away" | "layout/header-not-repeated" | "layout/ignored-break" | "layout/no-progress" | "layout/unsettled" | "layout/unsupported" | "mathml/unknown-value" | "mathml/unsupported-element" | "page/blank" | "page/limit" | "page/margins" | "page/outside" | "page/shrunk" | "page/too-tall" | "page/too-wide" | "paint/backdrop-filter" | "paint/filter-primitive" | "paint/mask-composite" | "paint/missing-element" | "paint/nested-filter" | "paint/raster" | "pdf/blend-mode" | "pdf/flattened-inks" | "pdf/form-action" | "pdf/form-control" | "pdf/link-scheme" | "pdf/nested-groups" | "pdf/open-page" | "pdf/page-size" | "pdf/unconverted-colors" | "pdf/untagged-comment" | "pdf/untagged-field" | "pdf/untagged-link" | "puppeteer/option" | "redact/attachment" | "redact/no-match" | "redact/remaining" | "request/no-effect" | "request/not-kept" | "request/unknown-field" | "svg/too-deep" | "svg/too-many-elements" | "template/empty-class" | "template/no-value" | "template/not-filled" | "template/replaced-margin-box" | "text/no-hyphenation";
  /** `error`: content is missing because of a bug in Pagewright. `warning`: the result may differ from what the author intended. `info`: expected or harmless. */
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** The text that the position is in, such as `document` or `style 2`. */
  readonly source: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** Counted from 1. */
  readonly column: number | null;
  /** Number of occurrences. The position is that of the first. */
  readonly count: number;
  /** The probable correction: replace the first `replace` at or after the position with `by`. */
  readonly fix?: {
    readonly replace: string;
    readonly by: string;
  };
};

export type Problem = {
  readonly type: "about:blank";
  /** The kind of problem, in a few words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What happened, and what to do. */
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  /** Stable. Compare this, not the texts. */
  readonly code: "external_resource" | "bad_request" | "credits_exhausted" | "plan_forbids" | "quota_exceeded" | "origin_forbidden" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "request_timeout" | "html_too_large" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "headers_too_large" | "validation_error" | "idempotency_mismatch" | "page_limit_exceeded" | "render_timeout" | "document_too_complex" | "document_failed" | "rate_limited" | "allowance_exhausted" | "internal_error" | "overloaded" | "store_unavailable" | "shutting_down";
  /** The `X-Request-Id` of the response. */
  readonly request_id: string;
  /** Every wrong field, or every violation of a profile; null for other problems. */
  readonly errors: readonly ({
    readonly field?: string;
    readonly code?: string;
    readonly message?: string;
    readonly source?: string;
    readonly line?: number;
    readonly column?: number;
    /** The clauses of standards that the document violates. */
    readonly rules?: readonly (string)[];
    /** What to change, for violations of a profile. */
    readonly fix?: string;
  })[] | null;
  /** Where to get a larger plan; null unless one would help. */
  readonly upgrade_url: string | null;
  /** The external URLs of the document. Only for `external_resource`. */
  readonly urls?: readonly ({
    readonly url?: string;
    readonly where?: string;
  })[];
};

/** The calls of the service. */
export class Operations extends Caller {
  /** Render HTML to PDF, or to pictures of its pages. */
  render(body: RenderRequest, options: CallOptions & { page?: number; dpi?: number; idempotencyKey?: string; accept?: 'application/pdf' | 'multipart/mixed' | 'image/png' | 'application/zip' } = {}): Promise<DownloadedFile> {
    return this.call<DownloadedFile>({ method: 'POST', path: `/v1/render`, json: body, query: { page: options.page, dpi: options.dpi }, isNamed: true, answer: 'file' }, options);
  }

  /** Check a document: returns pages and diagnostics without a PDF; costs no credit. */
  check(body: RenderRequest, options: CallOptions = {}): Promise<Check> {
    return this.call<Check>({ method: 'POST', path: `/v1/check`, json: body, answer: 'json' }, options);
  }

  /** Get the plan, rate limit and credits of the caller. */
  me(options: CallOptions = {}): Promise<Me> {
    return this.call<Me>({ method: 'GET', path: `/v1/me`, answer: 'json' }, options);
  }

  /** List the credits that a key has spent, by day. */
  usage(options: CallOptions & { from?: string; to?: string } = {}): Promise<Usage> {
    return this.call<Usage>({ method: 'GET', path: `/v1/usage`, query: { from: options.from, to: options.to }, answer: 'json' }, options);
  }

  /** List the assets of a key, by name. */
  assets(options: CallOptions & { cursor?: string; limit?: number } = {}): Promise<AssetList> {
    return this.call<AssetList>({ method: 'GET', path: `/v1/assets`, query: { cursor: options.cursor, limit: options.limit }, answer: 'json' }, options);
  }

  /** Store or replace a file that documents can use by name; needs a key. */
  putAsset(name: string, body: Uint8Array | string, options: CallOptions = {}): Promise<Asset> {
    return this.call<Asset>({ method: 'PUT', path: `/v1/assets/${encodeURIComponent(name)}`, bytes: body, answer: 'json' }, options);
  }

  /** Get the content of an asset. */
  asset(name: string, options: CallOptions = {}): Promise<DownloadedFile> {
    return this.call<DownloadedFile>({ method: 'GET', path: `/v1/assets/${encodeURIComponent(name)}`, answer: 'file' }, options);
  }

  /** Delete an asset. */
  deleteAsset(name: string, options: CallOptions = {}): Promise<void> {
    return this.call<void>({ method: 'DELETE', path: `/v1/assets/${encodeURIComponent(name)}`, answer: 'none' }, options);
  }

  /** List the jobs of a key, newest first. */
  jobs(options: CallOptions & { cursor?: string; limit?: number } = {}): Promise<JobList> {
    return this.call<JobList>({ method: 'GET', path: `/v1/jobs`, query: { cursor: options.cursor, limit: options.limit }, answer: 'json' }, options);
  }

  /** Create a job that renders many documents, or a template with many records; needs a key. */
  createJob(body: readonly [JobHead, ...JobDocument[]], options: CallOptions & { idempotencyKey?: string } = {}): Promise<Job> {
    return this.call<Job>({ method: 'POST', path: `/v1/jobs`, lines: body, isNamed: true, answer: 'json' }, options);
  }

  /** Get the progress of a job. */
  job(id: string, options: CallOptions = {}): Promise<Job> {
    return this.call<Job>({ method: 'GET', path: `/v1/jobs/${encodeURIComponent(id)}`, answer: 'json' }, options);
  }

  /** Delete a job and its results. */
  deleteJob(id: string, options: CallOptions = {}): Promise<void> {
    return this.call<void>({ method: 'DELETE', path: `/v1/jobs/${encodeURIComponent(id)}`, answer: 'none' }, options);
  }

  /** List the results of a job in document order. */
  jobResults(id: string, options: CallOptions & { cursor?: string; limit?: number } = {}): Promise<JobResults> {
    return this.call<JobResults>({ method: 'GET', path: `/v1/jobs/${encodeURIComponent(id)}/results`, query: { cursor: options.cursor, limit: options.limit }, answer: 'json' }, options);
  }

  /** Get the PDF of a job document. */
  jobPdf(id: string, index: number, options: CallOptions = {}): Promise<DownloadedFile> {
    return this.call<DownloadedFile>({ method: 'GET', path: `/v1/jobs/${encodeURIComponent(id)}/results/${encodeURIComponent(index)}`, answer: 'file' }, options);
  }

  /** Get the PDF of a job document by its link, without a key. */
  file(id: string, options: CallOptions & { token: string }): Promise<DownloadedFile> {
    return this.call<DownloadedFile>({ method: 'GET', path: `/v1/files/${encodeURIComponent(id)}`, query: { token: options.token }, answer: 'file' }, options);
  }
}
