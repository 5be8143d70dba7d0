/** The requirements of the standards on a document that the writer can't meet by itself. */
import type { Profile } from '../profile.ts';
import type { UsedIntent } from './output-intent.ts';
import type { PdfMetadata } from './xmp.ts';

/** Facts that a standard may forbid. The writer reports them as they occur. */
export type Fact =
  | {
      readonly type: 'document';
      readonly metadata: PdfMetadata;
      /** The number of files that the document carries. */
      readonly attachments: number;
      readonly isEncrypted: boolean;
      readonly hasForms: boolean;
      /** Whether the options select the page or zoom that readers open, or print the file. */
      readonly hasOpenAction: boolean;
      readonly printsOnOpen: boolean;
      readonly intent: UsedIntent | null;
    }
  | { readonly type: 'withoutAlternative'; readonly role: string }
  /** `character`: its name in diagnostics, or null if it is unknown. */
  | { readonly type: 'missingGlyph'; readonly character: string | null }
  | { readonly type: 'privateUse'; readonly text: string }
  | { readonly type: 'placedPage'; readonly url: string }
  | { readonly type: 'bareCmyk' }
  /** An image in a format that the file embeds unchanged. */
  | { readonly type: 'codedImage'; readonly coding: 'jpeg2000' | 'jbig2' }
  | { readonly type: 'missingInk' }
  | { readonly type: 'unconvertedImage' }
  | { readonly type: 'layerForMedium'; readonly name: string }
  | { readonly type: 'layers' }
  | { readonly type: 'undescribedMetadata'; readonly namespace: string }
  | { readonly type: 'newColorProfile' }
  /** `of`: a clause that names the transparent object. */
  | { readonly type: 'transparency'; readonly of: string };

type FactOf<Type extends Fact['type']> = Extract<Fact, { readonly type: Type }>;

interface Rule {
  readonly on: Fact['type'];
  /** The clause of the standard, or '' if it states the rule in several places. */
  readonly clause: string;
  /** The requirement as a sentence. */
  readonly requirement: string;
  /** What the author can do about a violation. */
  readonly fix: string;
  /** Returns the message of a violation, or null if the fact conforms. */
  readonly violation: (fact: Fact) => string | null;
}

/** A standard that a file claims, and its rules. */
export interface Standard {
  /** Its number with its part: `ISO 19005-3`. */
  readonly name: string;
  readonly rules: readonly Rule[];
}

function rule<Type extends Fact['type']>(
  on: Type,
  requirement: string,
  fix: string,
  violation: (fact: FactOf<Type>) => string | null,
): (clause: string) => Rule {
  return (clause) => ({ on, clause, requirement, fix, violation: (fact) => violation(fact as FactOf<Type>) });
}

const TITLE = rule(
  'document',
  'The document has a title.',
  'Add a `title` element, or pass the option `title`.',
  ({ metadata }) => (metadata.title === '' ? 'the document has no title' : null),
);

const LANGUAGE = rule(
  'document',
  'The document has a language.',
  'Add `lang` to the `html` element.',
  ({ metadata }) => (metadata.language === '' ? 'the document has no language (lang)' : null),
);

const ALTERNATIVES = {
  Figure: ['an image', 'Add `alt` to the image, or `aria-label` to the SVG. Decoration has `alt=""`.'],
  Formula: ['a formula', 'Add `alttext` to the `math` element.'],
  Form: ['a form control', 'Add a `label` element or `aria-label`.'],
} as const;

/** The rule for elements with one role. */
function alternative(role: keyof typeof ALTERNATIVES): (clause: string) => Rule {
  const [noun, fix] = ALTERNATIVES[role];
  const requirement = `${noun.replace(/^a/, 'A')} has an alternative text.`;
  return rule('withoutAlternative', requirement, fix, (fact) =>
    fact.role === role ? `${noun} has no alternative text` : null,
  );
}

const GLYPHS = rule(
  'missingGlyph',
  'Every character has a glyph.',
  'Provide a font that contains the character with `@font-face` or the option `fonts`, or remove the character.',
  ({ character }) =>
    character === null ? 'a font lacks a glyph for a character' : `no font contains the character ${character}`,
);

const MEANINGS = rule(
  'privateUse',
  'Text has no private-use characters, which have no defined meaning.',
  'Put icons into separate elements.',
  ({ text }) => `the text contains a private-use character: ${text.slice(0, 40)}`,
);

const PLACED_PAGES = rule(
  'placedPage',
  'The file contains no pages of other PDFs, which are not checked.',
  'Use an image instead.',
  ({ url }) => `the page of a PDF is used as an image, which is not checked: ${url}`,
);

const CMYK = rule(
  'bareCmyk',
  'CMYK images have an ICC profile, or the file has a CMYK output intent.',
  'Embed an ICC profile in the image, or pass `outputIntent` with the profile of a CMYK printing condition.',
  () => 'a CMYK image has no ICC profile',
);

/** How a standard for PDF 1.4 is called, and which later version permits more. */
interface Oldest {
  readonly name: string;
  readonly later: string;
}
const ARCHIVE_1: Oldest = { name: 'PDF/A-1', later: 'pdf/a-2b' };
const PRINT_1: Oldest = { name: 'PDF/X-1a', later: 'pdf/x-4' };
const PRINT_3: Oldest = { name: 'PDF/X-3', later: 'pdf/x-4' };

const noJpeg2000 = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'codedImage',
    'The file contains no JPEG 2000 images, which begin with PDF 1.5.',
    `Save the image as PNG or JPEG, or use \`${later}\`.`,
    ({ coding }) => (coding === 'jpeg2000' ? `${name} forbids JPEG 2000 images` : null),
  );

const noJbig2 = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'codedImage',
    'The file contains no JBIG2 images.',
    `Save the image as PNG or fax in TIFF, or use \`${later}\`.`,
    ({ coding }) => (coding === 'jbig2' ? `${name} forbids JBIG2 images` : null),
  );

const INKS = rule(
  'missingInk',
  'Colors use only inks of the printing condition.',
  'Use RGB colors or the inks of the output intent.',
  () => 'a color uses process inks that the printing condition lacks',
);

const PROCESS_INKS = rule(
  'document',
  'The output intent has process inks.',
  'Pass `outputIntent` with the ICC profile of a CMYK printing condition.',
  ({ intent }) =>
    intent === null || intent.components === 4
      ? null
      : 'outputIntent must be the profile of a CMYK printer in PDF/X-1a',
);

const CONVERTED = rule(
  'unconvertedImage',
  'Images consist of inks.',
  'Save the image as PNG.',
  () => 'an image cannot be converted to inks',
);

const layers = (standard: string): ((clause: string) => Rule) =>
  rule(
    'layerForMedium',
    'Layers are not for a single medium.',
    'Remove `screen` or `print` from `-pagewright-layer`.',
    ({ name }) => `${standard} forbids layers for a single medium: ${name.slice(0, 40)}`,
  );

const DESCRIBED = rule(
  'undescribedMetadata',
  'Metadata that the standard does not define is described in the file.',
  'Describe its properties in `pdfaExtension:schemas` of the option `xmp`, or use `pdf/a-4`.',
  ({ namespace }) => `the option xmp does not describe the schema ${namespace.slice(0, 100)}`,
);

const noLayers = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'layers',
    'The file has no layers.',
    `Remove \`-pagewright-layer\`, or use \`${later}\`.`,
    () => `${name} forbids layers (-pagewright-layer)`,
  );

const oldImageProfiles = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'newColorProfile',
    'ICC profiles have version 2.',
    `Convert the image to sRGB, or use \`${later}\`.`,
    () => `an image has an ICC profile of version 4, which ${name} forbids`,
  );

const oldIntent = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'document',
    'The output intent has an ICC profile of version 2.',
    `Pass a profile of version 2 as \`outputIntent\`, or use \`${later}\`.`,
    ({ intent }) =>
      intent !== null && intent.version > 2 ? `outputIntent must be an ICC profile of version 2 in ${name}` : null,
  );

const opaque = ({ name, later }: Oldest): ((clause: string) => Rule) =>
  rule(
    'transparency',
    'Nothing is transparent.',
    `Use opaque colors and images, shadows without blur, and no masks, or use \`${later}\`.`,
    ({ of }) => `${name} forbids transparency: ${of}`,
  );

const encryption = (standard: string): ((clause: string) => Rule) =>
  rule('document', 'The file is not encrypted.', 'Remove the option `encryption`.', ({ isEncrypted }) =>
    isEncrypted ? `${standard} forbids encryption` : null,
  );

const NO_FILES = rule(
  'document',
  'The file has no attachments.',
  'Use a profile that allows attachments, such as `pdf/a-3b`, or remove them.',
  ({ attachments }) => (attachments > 0 ? 'attachments are allowed only in pdf/a-3, pdf/a-4e and pdf/a-4f' : null),
);

const SOME_FILE = rule(
  'document',
  'The file has an attachment.',
  'Attach a file, or use `pdf/a-4`.',
  ({ attachments }) => (attachments === 0 ? 'pdf/a-4f needs an attachment' : null),
);

const INTENT = rule(
  'document',
  'The file has the output intent of a printer.',
  'Pass `outputIntent` with the ICC profile of the printing condition.',
  ({ intent }) => {
    if (intent === null) return 'PDF/X needs outputIntent: pass the ICC profile of the printing condition';
    return intent.deviceClass === 'prtr' ? null : 'outputIntent must be the profile of a printer, not of a display';
  },
);

const NO_FORMS = rule('document', 'The file has no form fields.', 'Remove the option `forms`.', ({ hasForms }) =>
  hasForms ? 'PDF/X forbids form fields (forms)' : null,
);

const NO_PRINT_FILES = rule('document', 'The file has no attachments.', 'Remove them.', ({ attachments }) =>
  attachments > 0 ? 'PDF/X forbids attachments' : null,
);

const NO_ACTION = rule(
  'document',
  'The file has no open action.',
  'Remove `viewer.page`, `viewer.zoom` and `viewer.print`.',
  ({ hasOpenAction }) => (hasOpenAction ? 'PDF/X forbids open actions (viewer.page, viewer.zoom, viewer.print)' : null),
);

const NO_PRINTING = rule('document', 'Actions only go to pages.', 'Remove `viewer.print`.', ({ printsOnOpen }) =>
  printsOnOpen ? 'PDF/A forbids actions that print (viewer.print)' : null,
);

/** Returns the rules of PDF/A (ISO 19005). */
function archiveStandard({ part, level }: NonNullable<Profile['archive']>): Standard {
  if (part === 1) {
    const rules = [
      encryption('PDF/A')('6.1.3'),
      NO_FILES('6.1.11'),
      noLayers(ARCHIVE_1)('6.1.13'),
      CMYK('6.2.3.3'),
      noJpeg2000(ARCHIVE_1)('6.1.10'),
      DESCRIBED('6.7.9'),
    ];
    return {
      name: 'ISO 19005-1',
      rules: [
        ...rules,
        oldImageProfiles(ARCHIVE_1)('6.2.3.2'),
        oldIntent(ARCHIVE_1)('6.2.2'),
        GLYPHS('6.3.5'),
        opaque(ARCHIVE_1)('6.4'),
        NO_PRINTING('6.6.1'),
        PLACED_PAGES(''),
      ],
    };
  }
  const isNew = part === 4;
  const files = isNew ? '6.9' : '6.8';
  const rules = [encryption('PDF/A')('6.1.3'), NO_PRINTING(isNew ? '6.6.1' : '6.5.1')];
  if (part === 2 || (isNew && level === '')) rules.push(NO_FILES(files));
  if (level === 'f') rules.push(SOME_FILE(files));
  rules.push(GLYPHS(isNew ? '6.2.10.9' : '6.2.11.8'), CMYK('6.2.4.3'), PLACED_PAGES(''));
  if (level === 'a') rules.push(MEANINGS('6.2.11.7.3'));
  if (!isNew) rules.push(layers('PDF/A')('6.9'), DESCRIBED('6.6.2.3.1'));
  return { name: `ISO 19005-${part}`, rules };
}

/** Returns the rules of PDF/UA (ISO 14289). */
function accessibleStandard(part: NonNullable<Profile['accessible']>): Standard {
  const rules =
    part === 1
      ? [TITLE('7.1'), LANGUAGE('7.2'), alternative('Figure')('7.3'), alternative('Formula')('7.7')]
      : [TITLE('8.11.1'), LANGUAGE('8.4.4'), alternative('Figure')('8.2.5.28.2'), alternative('Formula')('8.2.5.29')];
  if (part === 1) rules.push(alternative('Form')('7.18.1'), GLYPHS('7.21.8'), layers('PDF/UA')('7.10'));
  else rules.push(alternative('Form')(''), GLYPHS('8.4.5.9'), MEANINGS('8.4.3'), layers('PDF/UA')('8.7'));
  rules.push(PLACED_PAGES(''));
  return { name: `ISO 14289-${part}`, rules };
}

/** Returns the rules of PDF/X: part 1a (ISO 15930-4), 3 (ISO 15930-6) or 4 (ISO 15930-7). */
function printStandard(part: NonNullable<Profile['print']>): Standard {
  const rules = [TITLE, INTENT, encryption('PDF/X'), NO_FORMS, NO_PRINT_FILES, NO_ACTION, GLYPHS, CMYK, INKS];
  const old = part === 1 ? PRINT_1 : PRINT_3;
  const inks = part === 1 ? [PROCESS_INKS, CONVERTED] : [];
  const own =
    part === 4
      ? [layers('PDF/X')]
      : [...inks, ...[noLayers, noJpeg2000, noJbig2, oldImageProfiles, oldIntent, opaque].map((make) => make(old))];
  const name = { 1: 'ISO 15930-4', 3: 'ISO 15930-6', 4: 'ISO 15930-7' }[part];
  return { name, rules: [...rules, ...own, PLACED_PAGES].map((make) => make('')) };
}

/** Returns the standards of a profile. */
export function standardsOf({ archive, accessible, print }: Profile): readonly Standard[] {
  return [
    ...(accessible === null ? [] : [accessibleStandard(accessible)]),
    ...(archive === null ? [] : [archiveStandard(archive)]),
    ...(print === null ? [] : [printStandard(print)]),
  ];
}
