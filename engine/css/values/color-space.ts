/** Color spaces (css-color-4 §10) and conversions between them (§10.9 to §10.12, §18). */

export type ColorSpace =
  | 'srgb'
  | 'srgb-linear'
  | 'display-p3'
  | 'display-p3-linear'
  | 'a98-rgb'
  | 'prophoto-rgb'
  | 'rec2020'
  | 'xyz-d50'
  | 'xyz-d65'
  | 'lab'
  | 'lch'
  | 'oklab'
  | 'oklch'
  | 'hsl'
  | 'hwb';

export type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const SRGB: Matrix = [
  [506752 / 1228815, 87881 / 245763, 12673 / 70218],
  [87098 / 409605, 175762 / 245763, 12673 / 175545],
  [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
];
const P3: Matrix = [
  [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
  [35783 / 156275, 247089 / 357200, 198249 / 2500400],
  [0, 32229 / 714400, 5220557 / 5000800],
];
const A98: Matrix = [
  [573536 / 994567, 263643 / 1420810, 187206 / 994567],
  [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
  [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
];
/** Converts to D50. */
const PROPHOTO: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
];
const REC2020: Matrix = [
  [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
  [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
  [0, 19567812 / 697040785, 295819943 / 278816314],
];
const D65_TO_D50: Matrix = [
  [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
  [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
  [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
];
const XYZ_TO_LMS: Matrix = [
  [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
  [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
  [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
];
const LMS_TO_OKLAB: Matrix = [
  [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
  [1.9779985324311684, -2.42859224204858, 0.450593709617411],
  [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
];

function inverse(m: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = m;
  const A = e * i - f * h;
  const B = f * g - d * i;
  const C = d * h - e * g;
  const det = a * A + b * B + c * C;
  return [
    [A / det, (c * h - b * i) / det, (b * f - c * e) / det],
    [B / det, (a * i - c * g) / det, (c * d - a * f) / det],
    [C / det, (b * g - a * h) / det, (a * e - b * d) / det],
  ];
}

const XYZ_TO_SRGB = inverse(SRGB);
const XYZ_TO_P3 = inverse(P3);
const XYZ_TO_A98 = inverse(A98);
const XYZ_TO_PROPHOTO = inverse(PROPHOTO);
const XYZ_TO_REC2020 = inverse(REC2020);
const D50_TO_D65 = inverse(D65_TO_D50);
const LMS_TO_XYZ = inverse(XYZ_TO_LMS);
const OKLAB_TO_LMS = inverse(LMS_TO_OKLAB);

const multiply = (m: Matrix, [x, y, z]: Triple): Triple => [
  m[0][0] * x + m[0][1] * y + m[0][2] * z,
  m[1][0] * x + m[1][1] * y + m[1][2] * z,
  m[2][0] * x + m[2][1] * y + m[2][2] * z,
];

const each = ([a, b, c]: Triple, f: (x: number) => number): Triple => [f(a), f(b), f(c)];
const signed = (x: number, f: (x: number) => number): number => (x < 0 ? -f(-x) : f(x));

const srgbToLinear = (x: number): number => signed(x, (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
const linearToSrgb = (x: number): number =>
  signed(x, (v) => (v > 0.0031308 ? 1.055 * v ** (1 / 2.4) - 0.055 : 12.92 * v));
const power = (exponent: number) => (x: number) => signed(x, (v) => v ** exponent);
const prophotoToLinear = (x: number): number => signed(x, (v) => (v <= 16 / 512 ? v / 16 : v ** 1.8));
const linearToProphoto = (x: number): number => signed(x, (v) => (v >= 1 / 512 ? v ** (1 / 1.8) : 16 * v));
const REC_ALPHA = 1.09929682680944;
const REC_BETA = 0.018053968510807;
/** The camera transfer curve, as in browsers and in css-color-4 until 2025. */
const rec2020ToLinear = (x: number): number =>
  signed(x, (v) => (v < REC_BETA * 4.5 ? v / 4.5 : ((v + REC_ALPHA - 1) / REC_ALPHA) ** (1 / 0.45)));
const linearToRec2020 = (x: number): number =>
  signed(x, (v) => (v > REC_BETA ? REC_ALPHA * v ** 0.45 - (REC_ALPHA - 1) : 4.5 * v));

const KAPPA = 24389 / 27;
const EPSILON = 216 / 24389;
const D50_WHITE: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];

function labToD50([l, a, b]: Triple): Triple {
  const fy = (l + 16) / 116;
  const fx = a / 500 + fy;
  const fz = fy - b / 200;
  return [
    (fx ** 3 > EPSILON ? fx ** 3 : (116 * fx - 16) / KAPPA) * D50_WHITE[0],
    l > KAPPA * EPSILON ? fy ** 3 : l / KAPPA,
    (fz ** 3 > EPSILON ? fz ** 3 : (116 * fz - 16) / KAPPA) * D50_WHITE[2],
  ];
}

function d50ToLab([x, y, z]: Triple): Triple {
  const f = (v: number): number => (v > EPSILON ? Math.cbrt(v) : (KAPPA * v + 16) / 116);
  const fx = f(x / D50_WHITE[0]);
  const fy = f(y);
  const fz = f(z / D50_WHITE[2]);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** Converts lightness, a and b to lightness, chroma and hue. The powerless hue of a gray is NaN. */
function toPolar([l, a, b]: Triple, grey: number): Triple {
  const chroma = Math.hypot(a, b);
  if (chroma <= grey) return [l, chroma, NaN];
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return [l, chroma, hue < 0 ? hue + 360 : hue];
}

function fromPolar([l, chroma, hue]: Triple): Triple {
  const radians = (hue * Math.PI) / 180;
  return [l, chroma * Math.cos(radians), chroma * Math.sin(radians)];
}

/** Converts from HSL (css-color-4 §7.1), with saturation and lightness in per cent. */
function hslToSrgb([hue, saturation, lightness]: Triple): Triple {
  const h = ((hue % 360) + 360) % 360;
  const s = saturation / 100;
  const l = lightness / 100;
  const a = s * Math.min(l, 1 - l);
  const f = (n: number): number => {
    const k = (n + h / 30) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [f(0), f(8), f(4)];
}

function srgbToHsl([r, g, b]: Triple): Triple {
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const l = (min + max) / 2;
  const d = max - min;
  if (Math.abs(d) < 1e-10) return [NaN, 0, l * 100];
  let s = l === 0 || l === 1 ? 0 : (max - l) / Math.min(l, 1 - l);
  let h = max === r ? (g - b) / d + (g < b ? 6 : 0) : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  h *= 60;
  if (s < 0) {
    h += 180;
    s = Math.abs(s);
  }
  return [h >= 360 ? h - 360 : h, s * 100, l * 100];
}

/** Converts from HWB (css-color-4 §8.1), with whiteness and blackness in per cent. */
function hwbToSrgb([hue, whiteness, blackness]: Triple): Triple {
  const w = whiteness / 100;
  const b = blackness / 100;
  if (w + b >= 1) {
    const grey = w / (w + b);
    return [grey, grey, grey];
  }
  return each(hslToSrgb([hue, 100, 50]), (x) => x * (1 - w - b) + w);
}

function srgbToHwb(rgb: Triple): Triple {
  const w = Math.min(...rgb) * 100;
  const b = (1 - Math.max(...rgb)) * 100;
  return [w + b >= 100 - 1e-6 ? NaN : srgbToHsl(rgb)[0], w, b];
}

const oklabToXyz = (c: Triple): Triple =>
  multiply(
    LMS_TO_XYZ,
    each(multiply(OKLAB_TO_LMS, c), (x) => x ** 3),
  );
const xyzToOklab = (c: Triple): Triple => multiply(LMS_TO_OKLAB, each(multiply(XYZ_TO_LMS, c), Math.cbrt));

function toXyz(space: ColorSpace, c: Triple): Triple {
  switch (space) {
    case 'srgb':
      return multiply(SRGB, each(c, srgbToLinear));
    case 'srgb-linear':
      return multiply(SRGB, c);
    case 'hsl':
      return toXyz('srgb', hslToSrgb(c));
    case 'hwb':
      return toXyz('srgb', hwbToSrgb(c));
    case 'display-p3':
      return multiply(P3, each(c, srgbToLinear));
    case 'display-p3-linear':
      return multiply(P3, c);
    case 'a98-rgb':
      return multiply(A98, each(c, power(563 / 256)));
    case 'prophoto-rgb':
      return multiply(D50_TO_D65, multiply(PROPHOTO, each(c, prophotoToLinear)));
    case 'rec2020':
      return multiply(REC2020, each(c, rec2020ToLinear));
    case 'xyz-d50':
      return multiply(D50_TO_D65, c);
    case 'xyz-d65':
      return c;
    case 'lab':
      return multiply(D50_TO_D65, labToD50(c));
    case 'lch':
      return multiply(D50_TO_D65, labToD50(fromPolar(c)));
    case 'oklab':
      return oklabToXyz(c);
    case 'oklch':
      return oklabToXyz(fromPolar(c));
  }
}

function fromXyz(space: ColorSpace, xyz: Triple): Triple {
  switch (space) {
    case 'srgb':
      return each(multiply(XYZ_TO_SRGB, xyz), linearToSrgb);
    case 'srgb-linear':
      return multiply(XYZ_TO_SRGB, xyz);
    case 'hsl':
      return srgbToHsl(fromXyz('srgb', xyz));
    case 'hwb':
      return srgbToHwb(fromXyz('srgb', xyz));
    case 'display-p3':
      return each(multiply(XYZ_TO_P3, xyz), linearToSrgb);
    case 'display-p3-linear':
      return multiply(XYZ_TO_P3, xyz);
    case 'a98-rgb':
      return each(multiply(XYZ_TO_A98, xyz), power(256 / 563));
    case 'prophoto-rgb':
      return each(multiply(XYZ_TO_PROPHOTO, multiply(D65_TO_D50, xyz)), linearToProphoto);
    case 'rec2020':
      return each(multiply(XYZ_TO_REC2020, xyz), linearToRec2020);
    case 'xyz-d50':
      return multiply(D65_TO_D50, xyz);
    case 'xyz-d65':
      return xyz;
    case 'lab':
      return d50ToLab(multiply(D65_TO_D50, xyz));
    case 'lch':
      return toPolar(d50ToLab(multiply(D65_TO_D50, xyz)), 0.0015);
    case 'oklab':
      return xyzToOklab(xyz);
    case 'oklch':
      return toPolar(xyzToOklab(xyz), 0.000004);
  }
}

const isRgbFamily = (space: ColorSpace): boolean => space === 'srgb' || space === 'hsl' || space === 'hwb';

/**
 * Converts a color. Missing (NaN) components are treated as 0; a powerless hue becomes NaN. Conversions within the sRGB
 * family are lossless.
 */
export function convert(from: ColorSpace, to: ColorSpace, color: Triple): Triple {
  const c = each(color, (x) => (Number.isNaN(x) ? 0 : x));
  if (from === to) return c;
  if (isRgbFamily(from) && isRgbFamily(to)) {
    const rgb = from === 'hsl' ? hslToSrgb(c) : from === 'hwb' ? hwbToSrgb(c) : c;
    return to === 'srgb' ? rgb : to === 'hsl' ? srgbToHsl(rgb) : srgbToHwb(rgb);
  }
  return fromXyz(to, toXyz(from, c));
}
