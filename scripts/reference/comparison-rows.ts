/** The rows of the comparison in docs/comparison.md, each with a test of what it says about Pagewright. */

export interface ComparisonRow {
  readonly feature: string;
  /** A test in `test/`; null: the row isn't about behavior. */
  readonly test: string | null;
  /** What the programs do, in the order of `PROGRAMS`. */
  readonly answers: readonly [string, string, string, string, string];
}

export const PROGRAMS = [
  'Pagewright',
  'headless Chromium',
  'WeasyPrint 70',
  'PlutoPrint 0.23',
  'Prince, Antenna House',
] as const;

export const COMPARISON: readonly ComparisonRow[] = [
  {
    feature: 'Runs JavaScript',
    test: 'unit/document/parse.test.ts',
    answers: ['no', 'yes', 'no', 'no', 'partial'],
  },
  {
    feature: 'Loads `http(s)` resources',
    test: 'unit/document/external-references.test.ts',
    answers: ['no; your code can', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    feature: 'Flexbox, grid',
    test: 'layout/flex/flex.test.ts',
    answers: ['yes', 'yes', 'mostly', 'partial', 'partial'],
  },
  {
    feature: 'Container queries, anchor positioning',
    test: 'layout/positioned/anchors.test.ts',
    answers: ['yes', 'yes', 'no', 'no', 'no'],
  },
  {
    feature: 'Footnotes, running headers, leaders',
    test: 'books/footnotes.test.ts',
    answers: ['yes', 'no', 'yes', 'partial', 'yes'],
  },
  {
    feature: 'Page floats',
    test: 'books/page-floats.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'yes'],
  },
  {
    feature: 'Text on both sides of positioned boxes',
    test: 'books/exclusions.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Text that continues in linked boxes',
    test: 'books/regions.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Contents and indexes without scripts',
    test: 'books/generated-lists.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Keeps the pages of an earlier edition',
    test: 'books/kept-pages.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Sums of columns, carried forward',
    test: 'books/totals.test.ts',
    answers: ['yes, with decimals', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Numbers aligned at the decimal point',
    test: 'layout/table/character-alignment.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Line breaks in formulas',
    test: 'layout/math/lines.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: '`menclose`, `mfenced`, `mstack`',
    test: 'layout/math/old-elements.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Line numbers, change bars',
    test: 'books/margin-marks.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Pages that end on the same line',
    test: 'books/vertical-fill.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Pictures across two facing pages',
    test: 'books/spreads.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Documents fitted to N pages',
    test: 'books/page-limit.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Captions repeated as "continued"',
    test: 'books/continued.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Tagged PDF',
    test: 'conformance/structure.test.ts',
    answers: ['always', 'yes', 'optional', 'no', 'yes'],
  },
  {
    feature: 'PDF/UA',
    test: 'conformance/profiles.test.ts',
    answers: ['UA-1, UA-2', 'no', 'UA-1, UA-2', 'no', 'yes'],
  },
  {
    feature: 'PDF/A',
    test: 'conformance/profiles.test.ts',
    answers: ['1b, 1a, 2b, 2u, 2a, 3b, 3u, 3a, 4, 4e, 4f', 'no', 'levels of 1, 2, 3 and 4', 'no', 'yes'],
  },
  {
    feature: 'Transparency flattened for PDF/A-1',
    test: 'unit/pdf/flattened.test.ts',
    answers: ['yes', 'no', 'not checked', 'no', 'not checked'],
  },
  {
    feature: 'PDF/X',
    test: 'unit/pdf/print.test.ts',
    answers: ['X-1a, X-3, X-4', 'no', 'X-1a, X-3, X-4, X-5g', 'no', 'yes'],
  },
  {
    feature: 'RGB converted to CMYK by a profile',
    test: 'unit/pdf/ink-conversion.test.ts',
    answers: ['yes', 'no', 'not checked', 'no', 'yes'],
  },
  {
    feature: 'Factur-X',
    test: 'conformance/profiles.test.ts',
    answers: ['yes, or generated from the page', 'no', 'with your own metadata', 'no', 'with your own metadata'],
  },
  {
    feature: 'Invoice XML compared with the page',
    test: 'unit/invoices/page-invoice.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'no'],
  },
  {
    feature: 'Form fields',
    test: 'unit/pdf/forms.test.ts',
    answers: ['yes', 'no', 'yes', 'no', 'yes'],
  },
  {
    feature: 'Encryption, signatures',
    test: 'unit/pdf/encryption.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'partial'],
  },
  {
    feature: 'JPEG 2000, JBIG2, TIFF with fax data',
    test: 'unit/images/coded-images.test.ts',
    answers: ['yes', 'no', 'not checked', 'not checked', 'not checked'],
  },
  {
    feature: 'Visible and certifying signatures',
    test: 'unit/pdf/sign.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Timestamps, PAdES-B-LTA',
    test: 'unit/server/time-stamps.test.ts',
    answers: ['with your own network code', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Pages of PDFs as images',
    test: 'unit/pdf/placed-pages.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'yes'],
  },
  {
    feature: 'Merges, stamps and imposes PDFs',
    test: 'unit/pdf-tools/pdf-tools.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Print proof with source lines',
    test: 'unit/proof.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Finds data that breaks a template',
    test: 'commands/stress.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'no'],
  },
  {
    feature: 'Explains how to move an element back',
    test: 'unit/why-here.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not documented'],
  },
  {
    feature: 'Redaction by selector',
    test: 'unit/pdf/redaction.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'no'],
  },
  {
    feature: 'Several files in one document',
    test: 'unit/document/joined.test.ts',
    answers: ['yes, and EPUB', 'no', 'with your own program', 'no', 'yes'],
  },
  {
    feature: 'Proof of what a file was made from',
    test: 'commands/verify.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'no'],
  },
  {
    feature: 'Fonts installed on the machine',
    test: 'commands/system-fonts.test.ts',
    answers: ['if you request them', 'yes', 'yes', 'not checked', 'yes'],
  },
  {
    feature: 'Comments on text',
    test: 'unit/pdf/comments.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'not checked'],
  },
  {
    feature: 'Structure elements set by CSS',
    test: 'unit/semantics/tags.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'yes'],
  },
  {
    feature: 'Custom page labels',
    test: 'unit/pdf/viewing.test.ts',
    answers: ['yes', 'no', 'not checked', 'no', 'yes'],
  },
  {
    feature: 'Custom XMP metadata',
    test: 'unit/pdf/own-xmp.test.ts',
    answers: ['yes', 'no', 'yes', 'no', 'yes'],
  },
  {
    feature: 'Same bytes on every machine',
    test: 'anywhere/runtimes.test.ts',
    answers: ['yes', 'no', 'with the same fonts', 'not documented', 'with the same fonts'],
  },
  {
    feature: 'Runs in browsers',
    test: 'anywhere/browser.test.ts',
    answers: ['yes', 'no', 'no', 'no', 'no'],
  },
  {
    feature: 'License',
    test: null,
    answers: ['MIT', 'BSD-3-Clause', 'BSD-3-Clause', 'MIT', 'commercial'],
  },
];
