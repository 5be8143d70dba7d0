/** The facts of an ICC profile (ICC.1:2010 §7.2, §9.2) that a PDF file needs to embed it. */

interface IccFacts {
  /** The major version. */
  readonly version: number;
  /** `prtr` (printers), `mntr` (displays), `scnr`, `spac`, ... */
  readonly deviceClass: string;
  /** Number of components of a device color. */
  readonly components: 1 | 3 | 4;
  /** The profile's name; empty if it has no readable one. */
  readonly description: string;
  /** Whether the description says sRGB and the colorants don't contradict it. */
  readonly isSrgb: boolean;
}

/** The XYZ values of sRGB's red, green and blue under D50. */
const SRGB_COLORANTS: ReadonlyMap<string, readonly number[]> = new Map([
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7142]],
]);
/** Tolerance for the differences between sRGB profiles. */
const SLACK = 0.01;

const HEADER = 128;
const TAG_ENTRY = 12;
const MAX_TAGS = 200;
const COMPONENTS: ReadonlyMap<string, IccFacts['components']> = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
]);
/** PDF supports no newer versions. */
const MAX_VERSION = 4;

/** Reads a profile's header and name. Returns a message that describes the problem if the profile can't be used. */
export function readIcc(bytes: Uint8Array): IccFacts | string {
  if (bytes.length < HEADER + 4) return 'not an ICC profile';
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(bytes, 36) !== 'acsp') return 'not an ICC profile';
  if (data.getUint32(0) !== bytes.length) return 'an ICC profile with a wrong length';
  if (bytes[8]! > MAX_VERSION) return `an ICC profile of version ${bytes[8]}, which PDF does not support`;
  const space = tagAt(bytes, 16);
  const components = COMPONENTS.get(space);
  if (components === undefined) return `an ICC profile for ${space.trim()} instead of CMYK, RGB or gray`;
  const description = descriptionOf(bytes, data);
  const isSrgb =
    description.includes('sRGB') &&
    [...SRGB_COLORANTS].every(([tag, xyz]) => isNear(data, tagOf(bytes, data, tag), xyz));
  return { version: bytes[8]!, deviceClass: tagAt(bytes, 12), components, description, isSrgb };
}

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** Returns the offset of a tag's data, or -1 if the tag is missing. */
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

/** Checks whether an XYZType (ICC.1:2010 §10.31) is close to the given values. A missing one is treated as close. */
function isNear(data: DataView, at: number, xyz: readonly number[]): boolean {
  if (at < 0 || at + 20 > data.byteLength) return true;
  return xyz.every((value, i) => Math.abs(data.getInt32(at + 8 + 4 * i) / 65536 - value) < SLACK);
}

/** Reads a textDescriptionType (version 2) or the first text of a multiLocalizedUnicodeType. */
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
