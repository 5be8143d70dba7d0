/** Builds the XMP packet of a file (ISO 16684-1), which describes the file to programs that don't read PDF. */
import type { ArchiveProfile, Profile } from '../profile.ts';
import { type OwnXmp, SCHEMA_LIST } from './own-xmp.ts';

/** Document information. Without a date, a fixed one is used, so that the same document gives the same bytes. */
export interface PdfMetadata {
  readonly title: string;
  readonly language: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  /** Null: a fixed date. */
  readonly date: Date | null;
  /** Additional entries; their names are valid XML names. */
  readonly custom?: readonly (readonly [name: string, value: string])[];
}

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xml(text: string): string {
  // Drops characters that XML 1.0 forbids.
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 forbids these characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"']/g, (c) => XML_ESCAPES[c]!)
  );
}

/** A schema that PDF/A doesn't predefine: the packet must describe its properties (ISO 19005-2 §6.6.2.3.3). */
export interface ExtensionSchema {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: 'Text' | 'Integer';
    readonly category: 'internal' | 'external';
    readonly description: string;
    readonly value: string;
  }[];
}

/** Formats a date with a precision of seconds, for XMP and document information. */
const isoDate = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

/** `id` is the file identifier, 16 bytes. */
type Described = PdfMetadata & { readonly date: Date; readonly id: Uint8Array };

/** Returns the packet. `own`: metadata of the caller that is added to it. */
export function xmpPacket(
  metadata: Described,
  profile: Profile | null,
  extensions: readonly ExtensionSchema[],
  own: OwnXmp | null,
): string {
  const custom = metadata.custom ?? [];
  const all = [
    ...(profile?.accessible ? [accessibility(profile.accessible)] : []),
    ...(profile?.print === 4 ? PRINT_SCHEMAS : []),
    ...extensions,
    ...(custom.length === 0 ? [] : [customSchema(custom)]),
  ];
  const parts = [documentDescription(metadata, profile?.print === 4)];
  if (profile?.archive) parts.push(archiveDescription(profile.archive));
  if (profile?.print) parts.push(mediaDescription(metadata.id));
  for (const schema of all) parts.push(schemaDescription(schema));
  // PDF/A-4 allows any well-formed schema.
  const described = profile?.archive && profile.archive.part < 4 && all.length > 0 ? all : [];
  if (own === null) return packetOf(parts.join('') + (described.length === 0 ? '' : extensionDescription(described)));
  return joined(own, parts, described);
}

/** Joins the caller's metadata with the descriptions, which may not rely on its prefixes. */
function joined({ before, after, hasSchemas }: OwnXmp, parts: string[], described: readonly ExtensionSchema[]): string {
  let head = before;
  if (hasSchemas) {
    const items = described.map((schema) => schemaItem(schema).replace('<rdf:li', `<rdf:li ${EXTENSION_NAMESPACES}`));
    head = head.replace(SCHEMA_LIST, (list) => list + items.join(''));
  } else if (described.length > 0) parts.push(extensionDescription(described));
  const descriptions = parts.join('').replaceAll('<rdf:Description', `<rdf:Description xmlns:rdf="${RDF}"`);
  return packet(head + descriptions + after);
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

function documentDescription(metadata: Described, isForPrint: boolean): string {
  const date = isoDate(metadata.date);
  const lines = [
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>`,
    `<xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool><pdf:Producer>${PRODUCER}</pdf:Producer>`,
  ];
  const alternative = (value: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${xml(value)}</rdf:li></rdf:Alt>`;
  if (metadata.title) lines.push(`<dc:title>${alternative(metadata.title)}</dc:title>`);
  if (metadata.author)
    lines.push(`<dc:creator><rdf:Seq><rdf:li>${xml(metadata.author)}</rdf:li></rdf:Seq></dc:creator>`);
  if (metadata.subject) lines.push(`<dc:description>${alternative(metadata.subject)}</dc:description>`);
  if (metadata.language)
    lines.push(`<dc:language><rdf:Bag><rdf:li>${xml(metadata.language)}</rdf:li></rdf:Bag></dc:language>`);
  if (isForPrint) lines.push(`<xmp:MetadataDate>${date}</xmp:MetadataDate>`);
  if (metadata.keywords) lines.push(`<pdf:Keywords>${xml(metadata.keywords)}</pdf:Keywords>`);
  lines.push('</rdf:Description>\n');
  return lines.join('\n');
}

export const PRODUCER = 'Pagewright';

function archiveDescription({ part, level }: ArchiveProfile): string {
  const conformance = level === '' ? '' : `<pdfaid:conformance>${level.toUpperCase()}</pdfaid:conformance>`;
  const revision = part === 4 ? '<pdfaid:rev>2020</pdfaid:rev>' : '';
  return `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part>${conformance}${revision}</rdf:Description>\n`;
}

/** Returns the PDF/UA identification schema (ISO 14289-1 §5, ISO 14289-2 §5). */
function accessibility(part: 1 | 2): ExtensionSchema {
  const integer = (name: string, description: string, value: number): ExtensionSchema['properties'][number] => ({
    name,
    type: 'Integer',
    category: 'internal',
    description,
    value: String(value),
  });
  return {
    name: 'PDF/UA identification',
    namespace: 'http://www.aiim.org/pdfua/ns/id/',
    prefix: 'pdfuaid',
    properties: [
      integer('part', 'Part of ISO 14289', part),
      ...(part === 2 ? [integer('rev', 'Year of the part', 2024)] : []),
    ],
  };
}

function oneProperty(
  schema: Omit<ExtensionSchema, 'properties'>,
  name: string,
  description: string,
  value: string,
): ExtensionSchema {
  return { ...schema, properties: [{ name, type: 'Text', category: 'internal', description, value }] };
}

/** Identifies the file as PDF/X-4 and as untrapped (ISO 15930-7 §6.1). */
const PRINT_SCHEMAS: readonly ExtensionSchema[] = [
  oneProperty(
    { name: 'PDF/X identification', namespace: 'http://www.npes.org/pdfx/ns/id/', prefix: 'pdfxid' },
    'GTS_PDFXVersion',
    'Part and version of ISO 15930',
    'PDF/X-4',
  ),
  oneProperty(
    { name: 'Adobe PDF', namespace: 'http://ns.adobe.com/pdf/1.3/', prefix: 'pdf' },
    'Trapped',
    'Whether the document has been trapped',
    'False',
  ),
];

/** Returns the identifiers that tell versions of a document apart, which PDF/X requires. */
function mediaDescription(id: Uint8Array): string {
  const digits = Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const uuid = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ];
  return (
    '<rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">' +
    `<xmpMM:DocumentID>uuid:${uuid.join('-')}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>` +
    '<xmpMM:RenditionClass>default</xmpMM:RenditionClass></rdf:Description>\n'
  );
}

/** Returns Adobe's schema for custom entries of the document information. */
function customSchema(entries: readonly (readonly [string, string])[]): ExtensionSchema {
  return {
    name: 'Custom document information',
    namespace: 'http://ns.adobe.com/pdfx/1.3/',
    prefix: 'pdfx',
    properties: entries.map(([name, value]) => ({
      name,
      type: 'Text',
      category: 'external',
      description: 'An entry of the document information',
      value,
    })),
  };
}

function schemaDescription({ namespace, prefix, properties }: ExtensionSchema): string {
  const values = properties.map(({ name, value }) => `<${prefix}:${name}>${xml(value)}</${prefix}:${name}>`);
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${values.join('')}</rdf:Description>\n`;
}

const EXTENSION_NAMESPACES = [
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
].join(' ');

const resource = (content: string): string => `<rdf:li rdf:parseType="Resource">${content}</rdf:li>\n`;

/** Returns the description of a schema as an item of the list of schemas. */
function schemaItem({ name, namespace, prefix, properties }: ExtensionSchema): string {
  const described = properties.map((property) =>
    resource(
      `<pdfaProperty:name>${property.name}</pdfaProperty:name><pdfaProperty:valueType>${property.type}</pdfaProperty:valueType>` +
        `<pdfaProperty:category>${property.category}</pdfaProperty:category><pdfaProperty:description>${property.description}</pdfaProperty:description>`,
    ),
  );
  return resource(
    `<pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>` +
      `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>`,
  );
}

function extensionDescription(schemas: readonly ExtensionSchema[]): string {
  const items = schemas.map((schema) => schemaItem(schema)).join('');
  return `<rdf:Description rdf:about="" ${EXTENSION_NAMESPACES}><pdfaExtension:schemas><rdf:Bag>${items}</rdf:Bag></pdfaExtension:schemas></rdf:Description>\n`;
}

const packet = (content: string): string =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
            ${content}
        <?xpacket end="w"?>`;

/** Returns a packet with these descriptions. */
const packetOf = (descriptions: string): string =>
  packet(`<x:xmpmeta xmlns:x="adobe:ns:meta/">
                <rdf:RDF xmlns:rdf="${RDF}">
        ${descriptions}

                </rdf:RDF>
            </x:xmpmeta>`);
