/** Reads the XMP metadata that a caller adds to a file (ISO 16684-1 §7). */
import type { Budget } from '../budget.ts';
import type { Element } from '../document/node.ts';
import { parseXml } from '../document/parse-xml.ts';
import { optionError } from '../errors.ts';

/** The caller's metadata as text. The descriptions that the writer adds go between both parts. */
export interface OwnXmp {
  readonly before: string;
  readonly after: string;
  /** Namespaces of properties that PDF/A neither predefines nor finds described in the packet. */
  readonly undescribed: readonly string[];
  /** Whether the packet describes schemas, so that those of the writer must be added to its list. */
  readonly hasSchemas: boolean;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const XAP = 'http://ns.adobe.com/xap/1.0/';
const EXTENSIONS = 'http://www.aiim.org/pdfa/ns/extension/';
const EXTENSION_SCHEMA = 'http://www.aiim.org/pdfa/ns/schema#';

/** The properties that follow from the document and the options, by namespace; null: all of the namespace. */
const WRITTEN: ReadonlyMap<string, readonly string[] | null> = new Map([
  ['http://purl.org/dc/elements/1.1/', ['title', 'creator', 'description', 'language']],
  [XAP, ['CreateDate', 'ModifyDate', 'MetadataDate', 'CreatorTool']],
  ['http://ns.adobe.com/pdf/1.3/', ['Producer', 'Keywords', 'Trapped']],
  ['http://ns.adobe.com/xap/1.0/mm/', ['DocumentID', 'VersionID', 'RenditionClass']],
  ['http://ns.adobe.com/pdfx/1.3/', null],
  ['http://www.aiim.org/pdfa/ns/id/', null],
  ['http://www.aiim.org/pdfua/ns/id/', null],
  ['http://www.npes.org/pdfx/ns/id/', null],
]);

/** Namespaces whose properties PDF/A predefines (ISO 19005-2 §6.6.2.3.1). */
const PREDEFINED: ReadonlySet<string> = new Set([
  'http://purl.org/dc/elements/1.1/',
  XAP,
  `${XAP}rights/`,
  `${XAP}mm/`,
  `${XAP}bj/`,
  `${XAP}t/pg/`,
  'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  'http://ns.adobe.com/pdf/1.3/',
  'http://ns.adobe.com/photoshop/1.0/',
  'http://ns.adobe.com/camera-raw-settings/1.0/',
  'http://ns.adobe.com/tiff/1.0/',
  'http://ns.adobe.com/exif/1.0/',
  'http://ns.adobe.com/exif/1.0/aux/',
  EXTENSIONS,
]);

/** The start of the list of schemas, with the prefixes that PDF/A prescribes. */
export const SCHEMA_LIST = /<pdfaExtension:schemas>\s*<rdf:Bag>/;

/**
 * Reads the option `xmp`: an `rdf:RDF` element with descriptions of the document, alone or in an XMP packet.
 *
 * @throws RenderError `invalid_options` if it isn't XMP, or sets a property that the writer sets itself.
 */
export function readOwnXmp(text: string, budget: Budget): OwnXmp {
  const bare = text.replace(/<\?[^]*?\?>/g, '').trim();
  // Entities would need a document type, which can't be inside a packet.
  const tree = /<!DOCTYPE/i.test(bare) ? null : parseXml(bare, budget);
  if (tree === null || !tree.wellFormed) throw optionError('xmp', 'must be well-formed XML without a document type');
  const rdf = isRdf(tree.root) ? tree.root : (elementsIn(tree.root).find(isRdf) ?? null);
  const end = /<\/(?:[^\s<>/:]+:)?RDF\s*>/.exec(bare);
  if (rdf === null || end === null) throw optionError('xmp', 'must contain an rdf:RDF element with descriptions');
  const described = new Set<string>();
  const used = new Set<string>();
  for (const description of elementsIn(rdf)) {
    budget.tick();
    for (const { namespace, name } of propertiesOf(description)) {
      const written = WRITTEN.get(namespace);
      if (written === null || written?.includes(name))
        throw optionError(
          'xmp',
          `must not set ${name} (${namespace}), which follows from the document and the options`,
        );
      used.add(namespace);
    }
    for (const part of descendantsOf(description))
      if (part.namespace === EXTENSION_SCHEMA && part.tag === 'namespaceURI') described.add(textOf(part));
  }
  const hasSchemas = used.has(EXTENSIONS);
  if (hasSchemas && !SCHEMA_LIST.test(bare))
    throw optionError('xmp', 'must describe schemas in pdfaExtension:schemas with an rdf:Bag');
  return {
    before: bare.slice(0, end.index),
    after: bare.slice(end.index),
    undescribed: [...used].filter((namespace) => !PREDEFINED.has(namespace) && !described.has(namespace)),
    hasSchemas,
  };
}

const isRdf = ({ tag, namespace }: Element): boolean => tag === 'RDF' && namespace === RDF;

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element');

/** Returns the properties of a description: its elements, and its attributes, which have simple values. */
function propertiesOf(description: Element): { readonly namespace: string; readonly name: string }[] {
  const elements = elementsIn(description).map(({ namespace, tag }) => ({ namespace, name: tag }));
  const attributes = description.attributes
    .filter(({ prefix }) => prefix !== '' && prefix !== 'xml' && prefix !== 'xmlns')
    .map(({ prefix, name }) => ({
      namespace: namespaceOf(prefix, description),
      name: name.slice(prefix.length + 1),
    }));
  return [...elements, ...attributes].filter(({ namespace }) => namespace !== RDF);
}

function namespaceOf(prefix: string, within: Element): string {
  for (let element: Element | null = within; element !== null; element = element.parent) {
    const declared = element.attribute(`xmlns:${prefix}`);
    if (declared !== null) return declared;
  }
  return '';
}

function* descendantsOf(element: Element): Generator<Element> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...elementsIn(next));
  }
}

const textOf = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.data : ''))
    .join('')
    .trim();
