/**
 * Signs finished files. An incremental update holds the signature and leaves the existing bytes unchanged (ISO 32000-2
 * §12.8, ETSI EN 319 142-1).
 */
import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { bytesOf } from '../bytes-given.ts';
import { optionError, RenderError } from '../errors.ts';
import type { Bytes, BytesGiven, SignatureOptions, Signer } from '../render-options.ts';
import { type ResolvedSignatureOptions, resolveSignatureOptions } from '../options.ts';
import { ByteWriter } from './byte-writer.ts';
import { FileUpdate, type PreparedFile } from './file-update.ts';
import { ObjectCopier } from '../pdf-source/object-copier.ts';
import { openPdf } from '../pdf-source/open-pdf.ts';
import { writePageForm } from '../pdf-source/page-form.ts';
import { PdfReader } from '../pdf-source/pdf-reader.ts';
import {
  dictionaryText,
  type RawDictionary,
  readDictionary,
  referenceOf,
  SyntaxProblem,
  textOf,
} from '../pdf-source/pdf-syntax.ts';

/** Bytes reserved for a signature by default. Most contain a few certificates and a time stamp. */
const DEFAULT_SIZE = 16_384;
/** Annotation flags: hidden, printed and locked. */
const INVISIBLE_FLAGS = 2 | 4 | 128;
const SIGNATURES_EXIST = 1;
const APPEND_ONLY = 2;
const MAX_FIELDS = 100_000;
/** Levels of nested fields. Their names are joined. */
const MAX_LEVELS = 64;

/**
 * Returns the file with a signature. `signer` receives the signed bytes and returns a detached CMS structure in DER
 * (CAdES for PAdES). @throws RenderError `invalid_options` if the signature exceeds the reserved size
 */
export async function completeSignature({ bytes, range, hole }: PreparedFile, signer: Signer): Promise<Bytes> {
  const signed = new Uint8Array(range[1] + range[3]);
  signed.set(bytes.subarray(0, range[1]));
  signed.set(bytes.subarray(range[2]), range[1]);
  const signature = bytesOf(await signer(signed));
  if (signature === null || signature.length === 0) throw refusal('the signer returned no bytes');
  if (signature.length * 2 > hole.length)
    throw refusal(
      `the signature has ${signature.length} bytes, but only ${hole.length / 2} are reserved. Pass a larger size`,
    );
  signature.forEach((byte, i) => {
    const digits = byte.toString(16).padStart(2, '0');
    bytes[hole.at + i * 2] = digits.charCodeAt(0);
    bytes[hole.at + i * 2 + 1] = digits.charCodeAt(1);
  });
  return bytes;
}

const refusal = (why: string): RenderError => optionError('pdf', `can't be signed: ${why}`);

/**
 * Returns the file with space for a signature.
 * @throws RenderError `invalid_options` if the file can't be signed, or has no such field; `render_timeout` or
 * `document_too_complex` if reading the file takes too much time or memory
 */
export function prepareSignature(pdf: BytesGiven, given: SignatureOptions): PreparedFile {
  const file = bytesOf(pdf);
  if (file === null) throw refusal('it must be a Uint8Array or an ArrayBuffer');
  const options = resolveSignatureOptions(given);
  const budget = new Budget({ ...DEFAULT_LIMITS, ...options.limits });
  try {
    const update = new FileUpdate(new PdfReader(file, budget));
    if (update.reader.trailer.has('Encrypt')) throw refusal('it is encrypted');
    checkCertification(update, options.certify !== undefined);
    const signature = update.add('');
    const field = fieldFor(update, options.field ?? null, signature);
    addToForm(update, field);
    if (options.appearance !== undefined) addAppearance(update, field, options.appearance, budget);
    if (options.certify !== undefined) {
      const catalog = update.catalog;
      catalog.set('Perms', `<</DocMDP ${signature} 0 R>>`);
      update.changeCatalog(catalog);
    }
    return update.finishWithSignature(signature, signatureDictionary(options));
  } catch (error) {
    if (error instanceof SyntaxProblem) throw refusal(error.message);
    throw error;
  }
}

/**
 * Returns the object number of the signature field: the named one, else the first unsigned one, else a new invisible
 * one.
 */
function fieldFor(update: FileUpdate, name: string | null, signature: number): number {
  const found = unsignedField(update.reader, name);
  if (found === null && name !== null) throw refusal(`signature field not found: ${name}`);
  if (found === null) return addInvisibleField(update, signature);
  const field = readDictionary(update.reader.value(found));
  field.set('V', `${signature} 0 R`);
  update.change(found, field);
  return found;
}

function unsignedField(reader: PdfReader, name: string | null): number | null {
  const catalog = reader.dictionary(reader.trailer.get('Root'));
  if (!catalog.has('AcroForm')) return null;
  const form = reader.dictionary(catalog.get('AcroForm'));
  const stack = reader
    .array(form.get('Fields'))
    .reverse()
    .map((value) => ({ value, around: '', level: 0 }));
  const seen = new Set<number>();
  for (let count = 0; stack.length > 0; count++) {
    if (count + stack.length > MAX_FIELDS) throw new SyntaxProblem(`it has more than ${MAX_FIELDS} form fields`);
    const { value, around, level } = stack.pop()!;
    if (level > MAX_LEVELS) throw new SyntaxProblem(`its form fields are nested more than ${MAX_LEVELS} levels deep`);
    // A field may be listed twice, or be its own ancestor.
    if (isRepeated(seen, value)) continue;
    const field = reader.dictionary(value);
    const title = field.get('T');
    const whole = around + (title === undefined ? '' : textOf(title));
    if (field.get('FT') === '/Sig') {
      if (!field.has('V') && (name === null || name === whole)) return referenceOf(value);
    } else if (!isRepeated(seen, field.get('Kids'))) {
      for (const kid of reader.array(field.get('Kids')).reverse())
        stack.push({ value: kid, around: `${whole}.`, level: level + 1 });
    }
  }
  return null;
}

/** Returns whether a value is a reference to an object that `seen` contains. Otherwise, adds the object. */
function isRepeated(seen: Set<number>, value: string | undefined): boolean {
  const id = referenceOf(value);
  if (id === null) return false;
  if (seen.has(id)) return true;
  seen.add(id);
  return false;
}

function addInvisibleField(update: FileUpdate, signature: number): number {
  const { reader } = update;
  const page = firstPage(reader);
  const field = update.add(
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature_${update.next})/F ${INVISIBLE_FLAGS}/Rect[0 0 0 0]/P ${page} 0 R/V ${signature} 0 R>>`,
  );
  const dictionary = readDictionary(reader.value(page));
  const annotations = reader.array(dictionary.get('Annots'));
  dictionary.set('Annots', `[${[...annotations, `${field} 0 R`].join(' ')}]`);
  update.change(page, dictionary);
  return field;
}

function firstPage(reader: PdfReader): number {
  const catalog = reader.dictionary(reader.trailer.get('Root'));
  let id = referenceOf(catalog.get('Pages'));
  for (let depth = 0; id !== null && depth < 100; depth++) {
    const node = reader.dictionary(`${id} 0 R`);
    if (node.get('Type') === '/Page') return id;
    id = referenceOf(reader.array(node.get('Kids'))[0]);
  }
  throw new SyntaxProblem('it has no pages');
}

/** Declares in the form dictionary that the file is signed, and adds the field if it is new. */
function addToForm(update: FileUpdate, field: number): void {
  const { reader } = update;
  const { catalog } = update;
  const given = catalog.get('AcroForm');
  const form: RawDictionary = given === undefined ? new Map() : reader.dictionary(given);
  const fields = reader.array(form.get('Fields'));
  if (update.isNew(field)) fields.push(`${field} 0 R`);
  form.set('Fields', `[${fields.join(' ')}]`);
  form.set('SigFlags', String(SIGNATURES_EXIST | APPEND_ONLY));
  const id = referenceOf(given);
  if (id !== null) return update.change(id, form);
  catalog.set('AcroForm', dictionaryText(form));
  update.changeCatalog(catalog);
}

const EMPTY = '<<>>';

/** The permissions of a certified file (ISO 32000-2 table 257). */
const PERMISSIONS = { 'no-changes': 1, forms: 2, comments: 3 } as const;

/** Refuses to sign files that are certified against changes, and to certify after other signatures (§12.8.2.2). */
function checkCertification(update: FileUpdate, certifies: boolean): void {
  const { reader } = update;
  const permissions = reader.dictionary(update.catalog.get('Perms') ?? EMPTY);
  if (permissions.has('DocMDP')) {
    if (certifies) throw refusal('it is already certified');
    const [reference] = reader.array(reader.dictionary(permissions.get('DocMDP')).get('Reference'));
    const parameters = reader.dictionary(reader.dictionary(reference ?? EMPTY).get('TransformParams') ?? EMPTY);
    if (reader.resolve(parameters.get('P')) === '1') throw refusal('it is certified, and permits no changes');
  } else if (certifies && hasSignature(update)) throw refusal('it is signed. Certify a file before other signatures');
}

/** Returns whether a field of the file is signed. */
function hasSignature({ reader, catalog }: FileUpdate): boolean {
  const form = catalog.get('AcroForm');
  const flags = form === undefined ? undefined : reader.dictionary(form).get('SigFlags');
  return (Number(flags ?? 0) & APPEND_ONLY) !== 0;
}

/**
 * Shows a page of a PDF in the rectangle of a field, which stretches it.
 * @throws RenderError `invalid_options` if the field has no rectangle, or the PDF can't be read
 */
function addAppearance(update: FileUpdate, field: number, given: BytesGiven, budget: Budget): void {
  const bytes = bytesOf(given);
  if (bytes === null) throw optionError('appearance', 'must be a Uint8Array or an ArrayBuffer');
  const widget = readDictionary(update.current(field));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = update.reader.array(widget.get('Rect')).map(Number);
  if (!(x1 - x0 > 0) || !(y1 - y0 > 0))
    throw optionError('appearance', 'needs a signature field with a size: <input data-pdf-field=signature>');
  let form: number;
  try {
    const source = openPdf(bytes, budget);
    const copier = new ObjectCopier(source.reader, update);
    for (const { id } of source.pages) copier.replace(id, null);
    for (const id of source.nodes) copier.replace(id, null);
    form = writePageForm(source.reader, source.pages[0]!, copier, update);
    copier.copyAll();
  } catch (error) {
    if (error instanceof SyntaxProblem) throw optionError('appearance', `can't be read: ${error.message}`);
    throw error;
  }
  widget.set('AP', `<</N ${form} 0 R>>`);
  update.change(field, widget);
}

/** Returns the signature dictionary without its end, which holds the byte range and the signature's digits. */
function signatureDictionary(options: ResolvedSignatureOptions): { readonly head: string; readonly room: number } {
  const { name, reason, location, contact, date, size = DEFAULT_SIZE } = options;
  const entries: [string, string | undefined][] = [
    ['Name', name],
    ['Reason', reason],
    ['Location', location],
    ['ContactInfo', contact],
  ];
  const texts = entries.map(([key, value]) => (value === undefined ? '' : `/${key}${textString(value)}`)).join('');
  const when = date === undefined ? '' : `/M(${pdfDate(date)})`;
  const kind =
    options.type === 'timestamp'
      ? '/Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161'
      : '/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached';
  const reference =
    options.certify === undefined
      ? ''
      : `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${PERMISSIONS[options.certify]}/V/1.2>>>>]`;
  return {
    head: `<<${kind}${texts}${when}${reference}`,
    room: size * 2,
  };
}

function textString(text: string): string {
  const out = new ByteWriter();
  out.textString(text);
  return new TextDecoder().decode(out.view());
}

function pdfDate(date: Date): string {
  return `D:${date
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:T]/g, '')}+00'00'`;
}
