/** What an ICC profile says of itself (ICC.1:2010 §7.2, §9.2): as much as a PDF file that carries it has to know. */

export interface IccFacts {
  /** `prtr` (printers), `mntr` (displays), `scnr`, `spac`, ... */
  readonly deviceClass: string;
  /** Components of the device's colours. */
  readonly components: 1 | 3 | 4;
  /** Its name; '': it has none that can be read. */
  readonly description: string;
  /** It calls itself sRGB, and its colorants don't say otherwise. */
  readonly isSrgb: boolean;
}

/** XYZ under D50 of sRGB's red, green and blue. */
const SRGB_COLORANTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7142]],
]);
/** By how much profiles of sRGB differ. */
const SLACK = 0.01;

const HEADER = 128;
const TAG_ENTRY = 12;
const MAX_TAGS = 200;
const COMPONENTS: ReadonlyMap<string, IccFacts['components']> = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
]);
/** Readers of PDF know no newer ones. */
const MAX_VERSION = 4;

/** Reads a profile's header and name; a sentence about what is wrong with it when it can't be used. */
export function readIcc(bytes: Uint8Array): IccFacts | string {
  if (bytes.length < HEADER + 4) return 'not an ICC profile';
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(bytes, 36) !== 'acsp') return 'not an ICC profile';
  if (data.getUint32(0) !== bytes.length) return 'an ICC profile of another length than it says';
  if (bytes[8]! > MAX_VERSION) return `an ICC profile of version ${bytes[8]}, which PDF has not`;
  const space = tagAt(bytes, 16);
  const components = COMPONENTS.get(space);
  if (components === undefined) return `an ICC profile for ${space.trim()}, and not for CMYK, RGB or grey`;
  const description = descriptionOf(bytes, data);
  const isSrgb =
    description.includes('sRGB') &&
    [...SRGB_COLORANTS].every(([tag, xyz]) => isNear(data, tagOf(bytes, data, tag), xyz));
  return { deviceClass: tagAt(bytes, 12), components, description, isSrgb };
}

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** Where a tag's data begin; -1: there is no such tag. */
function tagOf(bytes: Uint8Array, data: DataView, name: string): number {
  const count = Math.min(data.getUint32(HEADER), MAX_TAGS, Math.floor((bytes.length - HEADER - 4) / TAG_ENTRY));
  for (let i = 0; i < count; i++) {
    const entry = HEADER + 4 + i * TAG_ENTRY;
    if (tagAt(bytes, entry) === name) return data.getUint32(entry + 4);
  }
  return -1;
}

function descriptionOf(bytes: Uint8Array, data: DataView): string {
  const at = tagOf(bytes, data, 'desc');
  return at < 0 ? '' : textAt(bytes, data, at);
}

/** Is an XYZType (ICC.1:2010 §10.31) about these values? One that isn't there says nothing. */
function isNear(data: DataView, at: number, xyz: readonly number[]): boolean {
  if (at < 0 || at + 20 > data.byteLength) return true;
  return xyz.every((value, i) => Math.abs(data.getInt32(at + 8 + 4 * i) / 65536 - value) < SLACK);
}

/** textDescriptionType of version 2, or the first text of a multiLocalizedUnicodeType. */
function textAt(bytes: Uint8Array, data: DataView, at: number): string {
  if (at + 12 > bytes.length) return '';
  const type = tagAt(bytes, at);
  if (type === 'desc') {
    const length = data.getUint32(at + 8);
    return new TextDecoder('latin1').decode(bytes.subarray(at + 12, at + 12 + length)).split('\0')[0]!;
  }
  if (type !== 'mluc' || at + 28 > bytes.length) return '';
  const start = at + data.getUint32(at + 24);
  return new TextDecoder('utf-16be').decode(bytes.subarray(start, start + data.getUint32(at + 20)));
}
