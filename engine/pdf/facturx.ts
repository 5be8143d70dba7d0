/** Invoices that people and machines read: Factur-X and ZUGFeRD put the invoice as XML into the PDF/A-3 that shows it (Factur-X 1.0 §6). */
import { RenderError } from '../errors.ts';
import type { AttachedFile, FacturX, Read } from '../render-options.ts';
import type { ExtensionSchema } from './xmp.ts';

type Level = NonNullable<FacturX['profile']>;

/** The invoice's own words for its level (BT-24), and the level's name in the file's metadata. */
const GUIDELINES: readonly (readonly [RegExp, Level])[] = [
  [/^urn:factur-x\.eu:1p0:minimum$/, 'MINIMUM'],
  [/^urn:factur-x\.eu:1p0:basicwl$/, 'BASIC WL'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/, 'BASIC'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/, 'EXTENDED'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de|xeinkauf\.de):kosit:(?:standard:)?xrechnung_/, 'XRECHNUNG'],
];

/** Levels whose XML holds too little to replace the invoice. */
const DATA_ONLY: ReadonlySet<Level> = new Set(['MINIMUM', 'BASIC WL']);

export interface ElectronicInvoice {
  readonly attachment: AttachedFile;
  readonly schema: ExtensionSchema;
}

/**
 * The invoice as an attachment, and what the file's metadata say of it.
 * @throws RenderError `invalid_options` when the XML names no level of Factur-X, or another one than the caller.
 */
export function electronicInvoice({ xml, profile }: Read<FacturX>): ElectronicInvoice {
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  const level = levelOf(typeof xml === 'string' ? xml : new TextDecoder().decode(xml));
  if (level === null) throw new RenderError('invalid_options', 'facturx: the XML names no profile of Factur-X');
  if (profile !== undefined && profile !== level)
    throw new RenderError('invalid_options', `facturx: the XML is of the profile ${level}, not ${profile}`);
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml';
  return {
    attachment: {
      name,
      bytes,
      mimeType: 'text/xml',
      relationship: DATA_ONLY.has(level) ? 'Data' : 'Alternative',
      description: 'The invoice as data (Factur-X)',
    },
    schema: schemaOf(name, level),
  };
}

/** What the guideline of the document's context says; null: it isn't an invoice of this kind. */
function levelOf(xml: string): Level | null {
  const context = xml.indexOf('GuidelineSpecifiedDocumentContextParameter');
  if (context < 0) return null;
  const id = /<(?:\w+:)?ID[^<>]*>([^<>]*)</.exec(xml.slice(context, context + 2000))?.[1]?.trim();
  return GUIDELINES.find(([pattern]) => id !== undefined && pattern.test(id))?.[1] ?? null;
}

function schemaOf(fileName: string, level: Level): ExtensionSchema {
  const text = (name: string, description: string, value: string): ExtensionSchema['properties'][number] => ({
    name,
    type: 'Text',
    category: 'external',
    description,
    value,
  });
  return {
    name: 'Factur-X PDFA Extension Schema',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    prefix: 'fx',
    properties: [
      text('DocumentFileName', 'The name of the embedded XML document', fileName),
      text('DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER', 'INVOICE'),
      text(
        'Version',
        'The actual version of the standard applying to the embedded XML document',
        level === 'XRECHNUNG' ? '3.0' : '1.0',
      ),
      text('ConformanceLevel', 'The conformance level of the embedded XML document', level),
    ],
  };
}
