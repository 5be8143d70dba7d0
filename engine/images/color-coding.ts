/**
 * Color spaces that a file names by code points for primaries and transfer function (ITU-T H.273), as in PNG's `cICP`
 * and AVIF's `nclx`.
 */
import { type Chromaticities, type Curve, primariesProfile } from './icc-profile.ts';

/** The color space of a file; empty: sRGB. */
export interface CodedColors {
  readonly profile?: Uint8Array;
  /** Describes a color coding that isn't supported. */
  readonly unknownColors?: string;
}

const UNSPECIFIED = 2;
const SRGB_PRIMARIES = 1;
const WIDE_PRIMARIES = 9;

/** ColorPrimaries (table 2) with the white point D65. */
const PRIMARIES: ReadonlyMap<number, Chromaticities> = new Map([
  [SRGB_PRIMARIES, [0.64, 0.33, 0.3, 0.6, 0.15, 0.06]],
  [5, [0.64, 0.33, 0.29, 0.6, 0.15, 0.06]],
  [6, [0.63, 0.34, 0.31, 0.595, 0.155, 0.07]],
  [7, [0.63, 0.34, 0.31, 0.595, 0.155, 0.07]],
  [WIDE_PRIMARIES, [0.708, 0.292, 0.17, 0.797, 0.131, 0.046]],
  [12, [0.68, 0.32, 0.265, 0.69, 0.15, 0.06]],
  [22, [0.63, 0.34, 0.295, 0.605, 0.155, 0.077]],
]);

/** TransferCharacteristics (table 3). Screens display those of standard-range cameras like sRGB. */
const CURVES: ReadonlyMap<number, Curve> = new Map<number, Curve>([
  [1, 'srgb'],
  [UNSPECIFIED, 'srgb'],
  [4, 2.2],
  [5, 2.8],
  [6, 'srgb'],
  [8, 1],
  [13, 'srgb'],
  [14, 'srgb'],
  [15, 'srgb'],
]);
/** Combined with the primaries of BT.2020, these mean BT.2020's own curve. */
const WIDE_CURVES: ReadonlySet<number> = new Set([1, 14, 15]);

export function codedColors(primaries: number, transfer: number): CodedColors {
  const lights = PRIMARIES.get(primaries === UNSPECIFIED ? SRGB_PRIMARIES : primaries);
  const curve = primaries === WIDE_PRIMARIES && WIDE_CURVES.has(transfer) ? 'camera' : CURVES.get(transfer);
  if (lights === undefined || curve === undefined)
    return { unknownColors: `primaries ${primaries} with transfer ${transfer}` };
  if (lights === PRIMARIES.get(SRGB_PRIMARIES) && curve === 'srgb') return {};
  return { profile: primariesProfile(`H.273 ${primaries}/${transfer}`, lights, curve) };
}
