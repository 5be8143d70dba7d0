/** Decodes streams (ISO 32000-1 §7.4). Filters for images are not decoded: their streams are copied. */
import { inflate, joined } from '../platform/compression.ts';
import { unfilter } from '../platform/png-filter.ts';
import { numberOf, type RawDictionary, readArray, readDictionary, SyntaxProblem } from './pdf-syntax.ts';

/** Filters of one stream. */
const MAX_FILTERS = 8;
const FIRST_PNG_PREDICTOR = 10;
/** Maximum length in bytes of a row for a predictor. */
const MAX_ROW = 1 << 24;

/** Finds values that are given as references. */
interface Resolver {
  resolve(value: string | undefined): string;
}

/**
 * Decodes the bytes of a stream into at most `mostBytes`.
 * @throws SyntaxProblem if they are broken, too long, or use an unsupported filter
 */
export function decodeStream(
  resolver: Resolver,
  dictionary: RawDictionary,
  bytes: Uint8Array,
  mostBytes: number,
): Uint8Array {
  const filters = listOf(resolver, dictionary.get('Filter'));
  const parameters = listOf(resolver, dictionary.get('DecodeParms'));
  if (filters.length > MAX_FILTERS) throw new SyntaxProblem('a stream has too many filters');
  let data = bytes;
  filters.forEach((filter, i) => {
    const given = resolver.resolve(parameters[i]);
    const entries: RawDictionary = given.startsWith('<<') ? readDictionary(given) : new Map();
    data = decoded(resolver.resolve(filter), data, entries, mostBytes);
    if (data.length > mostBytes) throw new SyntaxProblem('a stream is too long');
  });
  return data;
}

function listOf(resolver: Resolver, value: string | undefined): string[] {
  const text = resolver.resolve(value);
  if (text === '' || text === 'null') return [];
  return text.startsWith('[') ? readArray(text) : [text];
}

function decoded(filter: string, bytes: Uint8Array, parameters: RawDictionary, mostBytes: number): Uint8Array {
  switch (filter) {
    case '/FlateDecode':
    case '/Fl': {
      const data = inflate(bytes, mostBytes);
      if (data === null) throw new SyntaxProblem('a stream is broken');
      return withoutPredictor(data, parameters);
    }
    case '/LZWDecode':
    case '/LZW':
      return withoutPredictor(fromLzw(bytes, numberOf(parameters.get('EarlyChange'), 1), mostBytes), parameters);
    case '/ASCIIHexDecode':
    case '/AHx':
      return fromHexadecimal(bytes);
    case '/ASCII85Decode':
    case '/A85':
      return fromAscii85(bytes);
    case '/RunLengthDecode':
    case '/RL':
      return fromRuns(bytes, mostBytes);
    default:
      throw new SyntaxProblem(`a stream uses the filter ${filter.slice(1, 40)}, which is not supported here`);
  }
}

function withoutPredictor(data: Uint8Array, parameters: RawDictionary): Uint8Array {
  const predictor = numberOf(parameters.get('Predictor'), 1);
  if (predictor === 1) return data;
  if (predictor < FIRST_PNG_PREDICTOR)
    throw new SyntaxProblem('a stream uses the TIFF predictor, which is not supported');
  const colors = numberOf(parameters.get('Colors'), 1);
  const bits = numberOf(parameters.get('BitsPerComponent'), 8);
  const length = Math.ceil((numberOf(parameters.get('Columns'), 1) * colors * bits) / 8);
  if (!(length >= 1 && length <= MAX_ROW)) throw new SyntaxProblem('the predictor of a stream is broken');
  const rows = Math.floor(data.length / (length + 1));
  const out = new Uint8Array(rows * length);
  let above: Uint8Array = new Uint8Array(length);
  for (let row = 0; row < rows; row++) {
    const line = data.slice(row * (length + 1) + 1, (row + 1) * (length + 1));
    unfilter(data[row * (length + 1)]!, line, above, Math.max(1, (colors * bits) >> 3));
    out.set(line, row * length);
    above = line;
  }
  return out;
}

const END_OF_DATA = '>'.charCodeAt(0);
const END_OF_RUNS = 128;

function fromHexadecimal(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 2));
  let digits = 0;
  for (const byte of bytes) {
    if (byte === END_OF_DATA) break;
    const digit = digitOf(byte);
    if (digit < 0) continue;
    out[digits >> 1]! |= (digits & 1) === 0 ? digit << 4 : digit;
    digits++;
  }
  return out.subarray(0, (digits + 1) >> 1);
}

function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function fromAscii85(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length * 4);
  let length = 0;
  let value = 0;
  let count = 0;
  const put = (bytesKept: number): void => {
    for (let i = 0; i < bytesKept; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) & 255;
    value = count = 0;
  };
  for (const byte of bytes) {
    if (byte === 126) break;
    if (byte === 122 && count === 0) put(4);
    if (byte < 33 || byte > 117) continue;
    value = value * 85 + (byte - 33);
    if (++count === 5) put(4);
  }
  if (count > 1) {
    const kept = count - 1;
    for (; count < 5; count++) value = value * 85 + 84;
    put(kept);
  }
  return out.subarray(0, length);
}

function fromRuns(bytes: Uint8Array, mostBytes: number): Uint8Array {
  const out = new Uint8Array(runsLength(bytes, mostBytes));
  let length = 0;
  for (let i = 0; i < bytes.length && bytes[i] !== END_OF_RUNS;) {
    const head = bytes[i]!;
    if (head < END_OF_RUNS) {
      out.set(bytes.subarray(i + 1, i + 2 + head), length);
      length += Math.min(head + 1, bytes.length - i - 1);
      i += head + 2;
    } else {
      out.fill(bytes[i + 1] ?? 0, length, length + 257 - head);
      length += 257 - head;
      i += 2;
    }
  }
  return out;
}

/** Returns the length of decoded runs. */
function runsLength(bytes: Uint8Array, mostBytes: number): number {
  let length = 0;
  for (let i = 0; i < bytes.length && bytes[i] !== END_OF_RUNS;) {
    const head = bytes[i]!;
    length += head < END_OF_RUNS ? Math.min(head + 1, bytes.length - i - 1) : 257 - head;
    i += head < END_OF_RUNS ? head + 2 : 2;
  }
  if (length > mostBytes) throw new SyntaxProblem('a stream is too long');
  return length;
}

const CLEAR = 256;
const END = 257;
const MAX_CODES = 4096;

/** LZW with codes of 9 to 12 bits, the highest bit first (ISO 32000-1 §7.4.4). */
function fromLzw(bytes: Uint8Array, early: number, mostBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let table: Uint8Array[] = [];
  let width = 9;
  let previous: Uint8Array | null = null;
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      table = [];
      width = 9;
      previous = null;
      continue;
    }
    const known: Uint8Array | undefined = code < CLEAR ? Uint8Array.of(code) : table[code - END - 1];
    const entry: Uint8Array | null = known ?? (previous && extended(previous, previous[0]!));
    if (!entry) throw new SyntaxProblem('a stream is broken');
    if (previous !== null && table.length + END + 1 < MAX_CODES) table.push(extended(previous, entry[0]!));
    length += entry.length;
    if (length > mostBytes) throw new SyntaxProblem('a stream is too long');
    pieces.push(entry);
    previous = entry;
    const next = table.length + END + 1 + early;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return joined(pieces);
}

function extended(bytes: Uint8Array, last: number): Uint8Array {
  const out = new Uint8Array(bytes.length + 1);
  out.set(bytes);
  out[bytes.length] = last;
  return out;
}
