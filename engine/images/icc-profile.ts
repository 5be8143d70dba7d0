/**
 * Creates ICC profiles (ICC.1:2010, version 4.2, or ICC.1:1998, version 2.1) of sRGB and wide-gamut spaces from their
 * published primaries (IEC 61966-2-1, SMPTE EG 432-1, ITU-R BT.2020). Files can embed them without license restrictions.
 */
import type { WideSpace } from '../css/color.ts';
import { convert } from '../css/values/color-space.ts';

/** D50, the reference illuminant of profiles. */
const D50 = [0.9642, 1, 0.8249] as const;
/** The primaries of sRGB under D50, and the Bradford matrix that adapts D65 to D50. */
const RED = [0.4360747, 0.2225045, 0.0139322] as const;
const GREEN = [0.3850649, 0.7168786, 0.0971045] as const;
const BLUE = [0.1430804, 0.0606169, 0.7141733] as const;
const ADAPTATION = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
] as const;
/** Transfer functions: exponent, a, b, c, d of ICC.1 §10.16, type 3. */
const TRANSFER = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;
const CAMERA_TRANSFER = [1 / 0.45, 1 / 1.0993, 0.0993 / 1.0993, 1 / 4.5, 0.08124] as const;
const PARAMETRIC_WITH_LINEAR_START = 3;

const HEADER = 128;
/** The versions of profiles: PDF 1.4 knows only version 2. */
export type IccVersion = 2 | 4;
const VERSIONS = { 2: 0x02100000, 4: 0x04200000 } as const;
/** The number of values of a curve in version 2, which has no formulas. */
const SAMPLES = 1024;

/** A profile under construction. Numbers are big-endian. */
class ProfileWriter {
  readonly bytes: Uint8Array;
  private readonly data: DataView;
  at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.data = new DataView(this.bytes.buffer);
  }

  tag(text: string): void {
    for (let i = 0; i < text.length; i++) this.bytes[this.at++] = text.charCodeAt(i);
  }

  uint32(value: number): void {
    this.data.setUint32(this.at, value);
    this.at += 4;
  }

  uint16(value: number): void {
    this.data.setUint16(this.at, value);
    this.at += 2;
  }

  /** Writes s15Fixed16Number values. */
  fixed(values: readonly number[]): void {
    for (const value of values) {
      this.data.setInt32(this.at, Math.round(value * 0x10000));
      this.at += 4;
    }
  }
}

type Element = { readonly size: number; write(out: ProfileWriter): void };

/** Returns a multiLocalizedUnicodeType with one text. */
function text(value: string): Element {
  return {
    size: 28 + value.length * 2,
    write(out) {
      out.tag('mluc');
      for (const n of [0, 1, 12]) out.uint32(n);
      out.tag('enUS');
      out.uint32(value.length * 2);
      out.uint32(28);
      for (let i = 0; i < value.length; i++) out.uint16(value.charCodeAt(i));
    },
  };
}

const numbers = (type: string, values: readonly number[]): Element => ({
  size: 8 + values.length * 4,
  write(out) {
    out.tag(type);
    out.uint32(0);
    out.fixed(values);
  },
});

const curve = (parameters: readonly number[]): Element => ({
  size: 12 + parameters.length * 4,
  write(out) {
    out.tag('para');
    out.uint32(0);
    out.uint16(PARAMETRIC_WITH_LINEAR_START);
    out.uint16(0);
    out.fixed(parameters);
  },
});

/** Returns a textDescriptionType with one text in ASCII. */
const description = (value: string): Element => ({
  size: 90 + value.length + 1,
  write(out) {
    out.tag('desc');
    out.uint32(0);
    out.uint32(value.length + 1);
    out.tag(value);
  },
});

const plainText = (value: string): Element => ({
  size: 8 + value.length + 1,
  write(out) {
    out.tag('text');
    out.uint32(0);
    out.tag(value);
  },
});

/** Returns a curve of samples of the function of `parameters`. */
const sampled = ([power = 1, a = 1, b = 0, c = 1, d = 0]: readonly number[]): Element => ({
  size: 12 + SAMPLES * 2,
  write(out) {
    out.tag('curv');
    out.uint32(0);
    out.uint32(SAMPLES);
    for (let i = 0; i < SAMPLES; i++) {
      const x = i / (SAMPLES - 1);
      out.uint16(Math.round((x >= d ? (a * x + b) ** power : c * x) * 0xffff));
    }
  },
});

type Xyz = readonly [number, number, number];

/** Returns a profile's tags. Tags with the same element share its bytes. `primaries` are relative to D50. */
function tagsOf(
  name: string,
  [red, green, blue]: readonly [Xyz, Xyz, Xyz],
  transfer: readonly number[],
  version: IccVersion,
): readonly (readonly [string, Element])[] {
  const isOld = version === 2;
  const shared = isOld ? sampled(transfer) : curve(transfer);
  const license = 'No copyright, use freely';
  return [
    ['desc', isOld ? description(name) : text(name)],
    ['cprt', isOld ? plainText(license) : text(license)],
    ['wtpt', numbers('XYZ ', D50)],
    ...(isOld ? [] : [['chad', numbers('sf32', ADAPTATION)] as const]),
    ['rXYZ', numbers('XYZ ', red)],
    ['gXYZ', numbers('XYZ ', green)],
    ['bXYZ', numbers('XYZ ', blue)],
    ['rTRC', shared],
    ['gTRC', shared],
    ['bTRC', shared],
  ];
}

const aligned = (size: number): number => (size + 3) & ~3;

/** Returns sRGB as an ICC profile. */
export const srgbProfile = (version: IccVersion = 4): Uint8Array =>
  profileOf(tagsOf('sRGB', [RED, GREEN, BLUE], TRANSFER, version), version);

/** Returns a wide-gamut space as an ICC profile. */
export function wideProfile(space: WideSpace, version: IccVersion = 4): Uint8Array {
  const primary = (r: number, g: number, b: number): Xyz => convert(space, 'xyz-d50', [r, g, b]);
  const primaries = [primary(1, 0, 0), primary(0, 1, 0), primary(0, 0, 1)] as const;
  return profileOf(tagsOf(space, primaries, space === 'rec2020' ? CAMERA_TRANSFER : TRANSFER, version), version);
}

/** x and y of red, green and blue. */
export type Chromaticities = readonly [number, number, number, number, number, number];

/** The transfer function from stored values to light: that of sRGB, that of cameras, or an exponent. */
export type Curve = 'srgb' | 'camera' | number;

/** Returns the ICC profile of a space with these primaries, white point D65 and transfer function. */
export function primariesProfile(name: string, primaries: Chromaticities, transfer: Curve): Uint8Array {
  const [red, green, blue] = [0, 2, 4].map((i) => {
    const [x, y] = [primaries[i]!, primaries[i + 1]!];
    return [x / y, 1, (1 - x - y) / y] as const;
  }) as unknown as readonly [Xyz, Xyz, Xyz];
  const amounts = amountsOf([red, green, blue], D65);
  const adapted = [red, green, blue].map((primary, i) => adaptedToD50(primary, amounts[i]!));
  const curves = { srgb: TRANSFER, camera: CAMERA_TRANSFER };
  // A pure power function has no linear segment.
  const values = typeof transfer === 'number' ? [transfer, 1, 0, 1, 0] : curves[transfer];
  return profileOf(tagsOf(name, adapted as unknown as readonly [Xyz, Xyz, Xyz], values, 4), 4);
}

const D65: Xyz = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329];

/** Returns the amounts of three lights that add up to a fourth, by Cramer's rule. */
function amountsOf([a, b, c]: readonly [Xyz, Xyz, Xyz], sum: Xyz): Xyz {
  const whole = volume(a, b, c);
  return [volume(sum, b, c) / whole, volume(a, sum, c) / whole, volume(a, b, sum) / whole];
}

const volume = (a: Xyz, b: Xyz, c: Xyz): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);

function adaptedToD50([x, y, z]: Xyz, amount: number): Xyz {
  const row = (i: number): number => amount * (ADAPTATION[i]! * x + ADAPTATION[i + 1]! * y + ADAPTATION[i + 2]! * z);
  return [row(0), row(3), row(6)];
}

function profileOf(tags: readonly (readonly [string, Element])[], version: IccVersion): Uint8Array {
  const places = new Map<Element, number>();
  let size = HEADER + 4 + tags.length * 12;
  for (const [, element] of tags) {
    if (places.has(element)) continue;
    places.set(element, size);
    size += aligned(element.size);
  }
  const out = new ProfileWriter(size);
  writeHeader(out, size, version);
  out.at = HEADER;
  out.uint32(tags.length);
  for (const [tag, element] of tags) {
    out.tag(tag);
    out.uint32(places.get(element) ?? 0);
    out.uint32(element.size);
  }
  for (const [element, place] of places) {
    out.at = place;
    element.write(out);
  }
  return out.bytes;
}

/** Writes the header (ICC.1 §7.2). Omitted fields are zero. */
function writeHeader(out: ProfileWriter, size: number, version: IccVersion): void {
  out.uint32(size);
  out.at = 8;
  out.uint32(VERSIONS[version]);
  out.tag('mntrRGB XYZ ');
  for (const part of [2000, 1, 1, 0, 0, 0]) out.uint16(part);
  out.tag('acsp');
  out.at = 68;
  out.fixed(D50);
}
