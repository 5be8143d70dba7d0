/**
 * The `options` of a request: the library's options that JSON can express, and those that take files, by name. Names and
 * types are checked here, values by the engine.
 */
import { z } from 'zod';
import type { RenderOptions } from '../../engine/index.ts';
import type { FieldError } from '../refusal.ts';
import { missingFile } from './missing-file.ts';
import { type Files, namedFiles, type SubmittedOptions } from '../rendering/submitted-document.ts';

export const fileName = z.string().max(500).meta({ description: 'The name of one of the files of the request.' });

const length = z.union([z.string(), z.number()], { error: 'must be a length such as 20mm, or a number of CSS px' });

export const encryptionSchema = z
  .strictObject({
    userPassword: z.string().max(1000).optional(),
    ownerPassword: z.string().max(1000).optional(),
    permissions: z
      .strictObject({
        print: z.union([z.boolean(), z.literal('low')], { error: 'must be a boolean or low' }).optional(),
        modify: z.boolean().optional(),
        copy: z.boolean().optional(),
        annotate: z.boolean().optional(),
        fillForms: z.boolean().optional(),
        assemble: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ description: 'Encrypts the PDF with AES-256.' });

const signatureText = z.string().max(1000).optional();

export const signatureSchema = z
  .strictObject({
    field: signatureText.meta({
      description: 'The signature field. Default: the first unsigned one, or an invisible one.',
    }),
    name: signatureText,
    reason: signatureText,
    location: signatureText,
    contact: signatureText,
  })
  .meta({ description: "Signs the PDF with the operator's key (PAdES-B). The plan must include `sign`." });

export const renderOptionsSchema = z.strictObject({
  pageSize: z
    .string()
    .optional()
    .meta({
      description: 'The page size, unless an `@page` rule of the document sets one. Default A4.',
      examples: ['A4', 'letter landscape', '100mm 200mm'],
    }),
  paper: z
    .string()
    .optional()
    .meta({
      description:
        'The paper on which pages are printed, turned to the orientation of each page. Larger pages are reduced to fit, and smaller ones are centered. Default: as large as the page.',
      examples: ['A4', 'letter'],
    }),
  margin: z
    .union(
      [
        length,
        z.strictObject({
          top: length.optional(),
          right: length.optional(),
          bottom: length.optional(),
          left: length.optional(),
        }),
      ],
      { error: 'must be a length such as 20mm, a number of CSS px, or an object with top, right, bottom and left' },
    )
    .optional()
    .meta({ description: 'One length, or one per side (default 20mm). Numbers are CSS px.' }),
  mediaType: z
    .enum(['print', 'screen'])
    .optional()
    .meta({ description: 'The medium that media queries match. Default print.' }),
  media: z.enum(['print', 'screen']).optional().meta({ description: 'Use mediaType instead.', deprecated: true }),
  pageRanges: z
    .string()
    .optional()
    .meta({ description: 'The pages to keep, counted from 1. Default: all.', examples: ['1-3, 5, 8-'] }),
  scale: z.number().optional().meta({ description: 'Scales the contents of pages by 0.1 to 2. Default 1.' }),
  printBackground: z.boolean().optional().meta({
    description:
      'Whether backgrounds are printed. If not, they are white and light text is darkened, except in elements with print-color-adjust: exact. Default true.',
  }),
  header: z.string().optional().meta({
    description:
      'HTML for the top margin of every page. The classes pageNumber, totalPages, title, date and url are filled in.',
  }),
  footer: z.string().optional().meta({ description: 'HTML for the bottom margin of every page. See `header`.' }),
  date: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'must be a date such as 2026-03-04, or with the time 2026-03-04T05:06:07+01:00',
    })
    .optional()
    .meta({
      description: "The document's date, for its metadata and for `date` in headers. Default: none.",
      examples: ['2026-03-04', '2026-03-04T05:06:07+01:00'],
    }),
  userStyles: z
    .array(z.string())
    .optional()
    .meta({ description: "Style sheets as text. They apply after the document's own." }),
  title: z.string().optional().meta({ description: "The title in the metadata. Default: the document's `<title>`." }),
  author: z.string().optional().meta({ description: 'The author in the metadata. Default: `<meta name="author">`.' }),
  subject: z
    .string()
    .optional()
    .meta({ description: 'The subject in the metadata. Default: `<meta name="description">`.' }),
  keywords: z
    .string()
    .optional()
    .meta({ description: 'The keywords in the metadata. Default: `<meta name="keywords">`.' }),
  profile: z
    .string()
    .optional()
    .meta({
      description: 'The standard that the PDF must meet. A document that violates it is refused.',
      examples: ['PDF/A-3b', 'PDF/UA-1'],
    }),
  encryption: encryptionSchema.optional(),
  signature: signatureSchema.optional(),
  fonts: z
    .array(fileName)
    .optional()
    .meta({ description: 'Files with fonts for `font-family`: TTF, OTF, WOFF or WOFF2.', examples: [['brand.woff2']] }),
  attachments: z
    .array(
      z.strictObject({
        file: fileName,
        name: z.string().optional().meta({ description: 'Default: the name of the file.' }),
        mimeType: z.string().optional(),
        relationship: z.enum(['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified']).optional(),
        description: z.string().optional(),
      }),
    )
    .optional()
    .meta({ description: 'Files to embed in the PDF.' }),
  facturx: z
    .strictObject({
      file: fileName.optional().meta({ description: 'Default: the invoice is made from elements with data-invoice.' }),
      syntax: z.enum(['CII', 'UBL']).optional(),
      profile: z.enum(['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG']).optional(),
    })
    .optional()
    .meta({
      description:
        'Makes the PDF an electronic invoice (Factur-X, ZUGFeRD) with this XML, or with one made from the document.',
    }),
  xmp: z.string().optional().meta({ description: 'XMP metadata to add: an `rdf:RDF` element.' }),
  outputIntent: z
    .strictObject({
      file: fileName,
      condition: z.string().optional(),
      info: z.string().optional(),
      convert: z
        .enum(['perceptual', 'relative', 'saturation', 'absolute'])
        .optional()
        .meta({ description: 'Converts all colors to the inks of the profile, with this rendering intent.' }),
      inkLimit: z
        .number()
        .min(100)
        .max(400)
        .optional()
        .meta({ description: 'The maximum sum of the inks of converted colors, in percent.' }),
    })
    .optional()
    .meta({ description: 'The output device: a file with its ICC profile.' }),
  redact: z
    .strictObject({ selector: z.string(), place: z.enum(['keep', 'close']).optional() })
    .optional()
    .meta({
      description:
        'Removes the text of the elements that match `selector`. `keep` covers it with bars, `close` closes the gap.',
    }),
  viewer: z
    .strictObject({
      page: z.int().min(1).optional(),
      zoom: z.union([z.enum(['fit', 'width']), z.number()], { error: 'must be fit, width or a number' }).optional(),
      layout: z
        .enum(['single', 'continuous', 'two-pages', 'two-pages-cover', 'two-columns', 'two-columns-cover'])
        .optional(),
      panel: z.enum(['none', 'outline', 'thumbnails', 'attachments', 'full-screen']).optional(),
      hideToolbar: z.boolean().optional(),
      hideMenubar: z.boolean().optional(),
      hideControls: z.boolean().optional(),
      fitWindow: z.boolean().optional(),
      centerWindow: z.boolean().optional(),
      print: z.boolean().optional(),
      printScaling: z.literal('none').optional(),
      duplex: z.enum(['simplex', 'short-edge', 'long-edge']).optional(),
    })
    .optional()
    .meta({ description: 'How PDF viewers open the file.' }),
  overflow: z.enum(['clip', 'expand']).optional().meta({
    description:
      'clip (the default) cuts the content of scroll containers. expand lets them grow, and shrinks wide content.',
  }),
  namedDestinations: z.enum(['linked', 'all']).optional().meta({
    description:
      'The places to which other files can link: elements with an id that the document links to (the default), or all.',
  }),
  forms: z.boolean().optional().meta({ description: 'Makes form controls fillable.' }),
  compress: z.boolean().optional().meta({ description: 'Compresses the contents of the PDF. Default true.' }),
  hinting: z.boolean().optional().meta({ description: 'Embeds font hinting. Default true.' }),
  images: z
    .strictObject({
      resolution: z.number().optional(),
      quality: z.int().optional(),
      depth: z.literal([8, 16]).optional(),
    })
    .optional()
    .meta({
      description: 'Maximum image resolution in pixels per inch, JPEG quality from 1 to 100, and bits per sample.',
    }),
});

/**
 * Library options for limits, external resources and functions, which the service controls, and those that compare with
 * files of the caller.
 */
export const LIBRARY_ONLY = [
  'loadResource',
  'findFonts',
  'resources',
  'baseUrl',
  'limits',
  'signal',
  'onProgress',
  'externalResources',
  'external',
  'keepPages',
  'provenance',
] as const satisfies readonly Exclude<keyof RenderOptions, keyof SubmittedOptions>[];

export type GivenOptions = z.output<typeof renderOptionsSchema>;

/** Returns whether an option of that name exists. */
export const isOptionName = (name: string): boolean => Object.hasOwn(renderOptionsSchema.shape, name);

/** Returns an error for each named file that the request doesn't have. */
export function missingFiles(options: SubmittedOptions | undefined, files: Files): FieldError[] {
  if (options === undefined) return [];
  return namedFiles(options).flatMap(([path, name]) => missingFile(`options.${path}`, name, files));
}

/** Converts validated options to those of the engine. */
export function submittedOptions({ date, ...rest }: GivenOptions): SubmittedOptions {
  return { ...rest, ...(date === undefined ? {} : { date: new Date(date) }) };
}
