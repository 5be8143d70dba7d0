/**
 * Creates hybrid invoices: Factur-X and ZUGFeRD embed the invoice as XML in the PDF/A-3 that displays it (Factur-X 1.0
 * §6).
 */
import { optionError } from '../errors.ts';
import type { AttachedFile, FacturX, Read } from '../render-options.ts';
import type { ExtensionSchema } from './xmp.ts';

type Level = NonNullable<FacturX['profile']>;

/** An invoice with its XML. */
export type Invoice = Read<FacturX> & { readonly xml: string | Uint8Array };

/** Maps the guideline identifier in the invoice (BT-24) to the profile name in the file's metadata. */
const GUIDELINES: readonly (readonly [RegExp, Level])[] = [
  [/^urn:factur-x\.eu:1p0:minimum$/, 'MINIMUM'],
  [/^urn:factur-x\.eu:1p0:basicwl$/, 'BASIC WL'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:factur-x\.eu:1p0:basic$/, 'BASIC'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:factur-x\.eu:1p0:extended$/, 'EXTENDED'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de|xeinkauf\.de):kosit:(?:standard:)?xrechnung_/, 'XRECHNUNG'],
];

/** Profiles whose XML holds too little data to replace the invoice. */
const DATA_ONLY: ReadonlySet<Level> = new Set(['MINIMUM', 'BASIC WL']);

/** The guidelines of invoices in UBL, which Factur-X doesn't include. */
const UBL_GUIDELINE = /<(?:\w+:)?CustomizationID[^<>]*>\s*urn:cen\.eu:en16931:2017/;

interface ElectronicInvoice {
  readonly attachment: AttachedFile;
  /** Null for invoices that aren't Factur-X. */
  readonly schema: ExtensionSchema | null;
}

/**
 * Returns the invoice as an attachment, with the metadata extension that describes it.
 *
 * @throws RenderError `invalid_options` if the XML names no Factur-X profile, or a different one than the caller.
 */
export function electronicInvoice({ xml, profile }: Invoice): ElectronicInvoice {
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  const text = typeof xml === 'string' ? xml : new TextDecoder().decode(xml);
  if (UBL_GUIDELINE.test(text))
    return { attachment: attached('xrechnung-ubl.xml', bytes, 'Alternative', 'UBL'), schema: null };
  const level = levelOf(text);
  if (level === null) throw optionError('facturx', 'the XML does not name a Factur-X profile');
  if (profile !== undefined && profile !== level)
    throw optionError('facturx', `the XML has the profile ${level}, not ${profile}`);
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml';
  return {
    attachment: attached(name, bytes, DATA_ONLY.has(level) ? 'Data' : 'Alternative', 'Factur-X'),
    schema: schemaOf(name, level),
  };
}

function attached(name: string, bytes: Uint8Array, relationship: 'Data' | 'Alternative', syntax: string): AttachedFile {
  return { name, bytes, mimeType: 'text/xml', relationship, description: `The invoice as data (${syntax})` };
}

/** Returns the profile that the document context's guideline names, or null if the XML isn't a Factur-X invoice. */
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
