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
import { CrossReference, EntryType } from '../pdf-source/cross-reference.ts';
import { deflate } from '../platform/compression.ts';
import { PdfReader } from '../pdf-source/pdf-reader.ts';
import {
  dictionaryText,
  numberOf,
  type RawDictionary,
  readDictionary,
  referenceOf,
  SyntaxProblem,
  textOf,
} from '../pdf-source/pdf-syntax.ts';

/** Bytes reserved for a signature by default. Most contain a few certificates and a time stamp. */
const DEFAULT_SIZE = 16_384;
/** Digits reserved for each number of the byte range. */
const RANGE_DIGITS = 10;
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

/** A file with space for a signature and everything else complete. */
export interface PreparedFile {
  readonly bytes: Bytes;
  readonly range: readonly [number, number, number, number];
  /** The position of the signature's hexadecimal digits. */
  readonly hole: { readonly at: number; readonly length: number };
}

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
    const update = new Update(new PdfReader(file, budget));
    if (update.reader.trailer.has('Encrypt')) throw refusal('it is encrypted');
    const signature = update.add('');
    addToForm(update, fieldFor(update, options.field ?? null, signature));
    return update.finish(signature, signatureDictionary(options));
  } catch (error) {
    if (error instanceof SyntaxProblem) throw refusal(error.message);
    throw error;
  }
}

/**
 * Returns the object number of the signature field: the named one, else the first unsigned one, else a new invisible
 * one.
 */
function fieldFor(update: Update, name: string | null, signature: number): number {
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
    const id = referenceOf(value);
    if (id !== null && seen.has(id)) continue;
    if (id !== null) seen.add(id);
    const field = reader.dictionary(value);
    const title = field.get('T');
    const whole = around + (title === undefined ? '' : textOf(title));
    if (field.get('FT') === '/Sig') {
      if (!field.has('V') && (name === null || name === whole)) return referenceOf(value);
    } else {
      for (const kid of reader.array(field.get('Kids')).reverse())
        stack.push({ value: kid, around: `${whole}.`, level: level + 1 });
    }
  }
  return null;
}

function addInvisibleField(update: Update, signature: number): number {
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
function addToForm(update: Update, field: number): void {
  const { reader } = update;
  const root = referenceOf(reader.trailer.get('Root'));
  if (root === null) throw new SyntaxProblem('it has no catalog');
  const catalog = readDictionary(reader.value(root));
  const given = catalog.get('AcroForm');
  const form: RawDictionary = given === undefined ? new Map() : reader.dictionary(given);
  const fields = reader.array(form.get('Fields'));
  if (update.isNew(field)) fields.push(`${field} 0 R`);
  form.set('Fields', `[${fields.join(' ')}]`);
  form.set('SigFlags', String(SIGNATURES_EXIST | APPEND_ONLY));
  const id = referenceOf(given);
  if (id !== null) return update.change(id, form);
  catalog.set('AcroForm', dictionaryText(form));
  update.change(root, catalog);
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
  return {
    head: `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached${texts}${when}`,
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

/** An incremental update, which is appended to the file. */
class Update {
  readonly reader: PdfReader;
  /** The number of the next new object. */
  next: number;
  private readonly first: number;
  private readonly bodies = new Map<number, string>();

  constructor(reader: PdfReader) {
    this.reader = reader;
    this.first = this.next = numberOf(reader.trailer.get('Size'));
  }

  add(body: string): number {
    this.bodies.set(this.next, body);
    return this.next++;
  }

  change(id: number, dictionary: RawDictionary): void {
    this.bodies.set(id, dictionaryText(dictionary));
  }

  isNew(id: number): boolean {
    return id >= this.first;
  }

  /** Writes the objects, with the signature last, and their cross-reference section. */
  finish(signature: number, { head, room }: { readonly head: string; readonly room: number }): PreparedFile {
    const { bytes } = this.reader;
    const out = new ByteWriter(bytes.length + room + 4096);
    out.raw(bytes);
    if (bytes[bytes.length - 1] !== 10) out.ascii('\n');
    const offsets = new Map<number, number>();
    this.bodies.delete(signature);
    for (const [id, body] of this.bodies) {
      offsets.set(id, out.length);
      out.ascii(`${id} 0 obj\n${body}\nendobj\n`);
    }
    offsets.set(signature, out.length);
    out.ascii(`${signature} 0 obj\n${head}/ByteRange[0 `);
    const rangeAt = out.length;
    out.ascii(`${' '.repeat(3 * RANGE_DIGITS + 2)}]/Contents<`);
    const at = out.length;
    out.ascii('0'.repeat(room));
    out.ascii('>>>\nendobj\n');
    this.crossReferences(out, offsets);
    const all = out.view().slice();
    const range = [0, at - 1, at + room + 1, all.length - (at + room + 1)] as const;
    const numbers = range
      .slice(1)
      .map((n) => String(n))
      .join(' ');
    all.set(new TextEncoder().encode(numbers.padEnd(3 * RANGE_DIGITS + 2)), rangeAt);
    return { bytes: all, range, hole: { at, length: room } };
  }

  private crossReferences(out: ByteWriter, offsets: Map<number, number>): void {
    const { reader } = this;
    const start = out.length;
    const kept = ['Root', 'Info', 'ID'].flatMap((name) => {
      const value = reader.trailer.get(name);
      return value === undefined ? [] : [`/${name} ${value}`];
    });
    if (reader.isStream) {
      // The stream has the last object number and an entry for itself.
      const id = this.next++;
      offsets.set(id, start);
      const ids = [...offsets.keys()].sort((a, b) => a - b);
      const table = new CrossReference(ids.length);
      for (const each of ids) table.add(EntryType.Alone, offsets.get(each)!, 0);
      const data = deflate(table.bytes());
      const { W, DecodeParms } = table.dictionary();
      const parameters = `/DecodeParms<</Predictor ${DecodeParms.Predictor}/Columns ${DecodeParms.Columns}>>`;
      out.ascii(`${id} 0 obj\n<</Type/XRef/Size ${this.next}/Index[${ids.map((each) => `${each} 1`).join(' ')}]`);
      out.ascii(`/W[${W.join(' ')}]${parameters}/Filter/FlateDecode/Length ${data.length}`);
      out.ascii(`/Prev ${reader.start}${kept.join('')}>>\nstream\n`);
      out.raw(data);
      out.ascii('\nendstream\nendobj\n');
    } else {
      out.ascii('xref\n');
      for (const [id, offset] of [...offsets].sort(([a], [b]) => a - b))
        out.ascii(`${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
      out.ascii(`trailer\n<</Size ${this.next}/Prev ${reader.start}${kept.join('')}>>\n`);
    }
    out.ascii(`startxref\n${start}\n%%EOF\n`);
  }
}
