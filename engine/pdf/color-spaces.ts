/**
 * The color spaces of a file other than gray and sRGB: inks (ISO 32000-1 §8.6.6.4) and wide-gamut spaces (§8.6.5.5).
 */
import { type Color, InkColor, type Inks, WideColor, type WideSpace } from '../css/color.ts';
import { convert } from '../css/values/color-space.ts';
import { assertInvariant } from '../invariant.ts';
import { type IccVersion, srgbProfile, wideProfile } from '../images/icc-profile.ts';
import type { InkConversion, ProcessInks } from './ink-conversion.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

type Spot = Extract<Inks, { type: 'spot' }>;

export interface NamedSpace {
  readonly name: string;
  readonly ref: PdfRef;
}

/** How the target device treats colors. */
interface ColorRules {
  /** Number of components of the output intent: 1, 3 or 4 (CMYK). Null if the file has no target device. */
  readonly device: 1 | 3 | 4 | null;
  /** Whether device RGB is sRGB. */
  readonly isWeb: boolean;
  /** The version of the ICC profiles of other spaces. */
  readonly iccVersion: IccVersion;
  /** Converts all colors to process inks; null: colors stay as they are. */
  readonly conversion: InkConversion | null;
  /** Called when a color uses inks that the device lacks. The color is then converted to its RGB appearance. */
  readonly onMissingInk: () => void;
}

export class ColorSpaces {
  private readonly file: PdfFile;
  private readonly rules: ColorRules;
  private readonly spots = new Map<string, NamedSpace>();
  private readonly wide = new Map<WideSpace, NamedSpace>();
  /** The default color spaces for resource dictionaries; null if uncalibrated colors need none. */
  readonly defaults: PdfDictionary | null;
  /** The blending space of transparency groups. */
  readonly groupSpace: PdfValue;

  constructor(file: PdfFile, rules: ColorRules) {
    this.file = file;
    this.rules = rules;
    const srgb = rules.isWeb || rules.conversion !== null ? null : this.profile(srgbProfile(rules.iccVersion));
    this.defaults = srgb && { DefaultRGB: srgb };
    this.groupSpace = rules.device === 4 ? 'DeviceCMYK' : (srgb ?? 'DeviceRGB');
  }

  /** Whether no color spaces need declaring, because device RGB is sRGB. */
  get isDefault(): boolean {
    return this.rules.isWeb;
  }

  /** Whether the device can print process inks. */
  get hasProcessInks(): boolean {
    return this.rules.device === null || this.rules.device === 4;
  }

  /** Whether all colors are converted to process inks. */
  get convertsToInks(): boolean {
    return this.rules.conversion !== null;
  }

  /** Returns the inks that print a color, or null for an RGB color. */
  inksOf(color: Color): Inks | null {
    const { conversion } = this.rules;
    if (!(color instanceof InkColor)) return conversion && { type: 'process', process: conversion.inksOf(color) };
    if (this.hasProcessInks) return color.inks;
    this.rules.onMissingInk();
    return null;
  }

  /**
   * Returns the process inks of a color of a gradient, if colors are converted. Gray consists of black alone only if the
   * whole gradient does.
   */
  processOf(color: Color, isGray: boolean): ProcessInks {
    if (color instanceof InkColor && color.inks.type === 'process') return color.inks.process;
    const { conversion } = this.rules;
    assertInvariant(conversion !== null, 'colors are converted');
    return isGray ? conversion.inksOf(color) : conversion.mixed([color.r, color.g, color.b]);
  }

  /** Returns whether two colors with equal sRGB values are also written with the same operators. */
  isAlike(a: Color, b: Color): boolean {
    const [wideA, wideB] = [this.wideSpaceOf(a), this.wideSpaceOf(b)];
    if (wideA !== null && wideB !== null)
      return wideA === wideB && String(componentsInWide(a, wideA)) === String(componentsInWide(b, wideB));
    if (wideA !== null || wideB !== null) return false;
    if (!(a instanceof InkColor) && !(b instanceof InkColor)) return true;
    return a instanceof InkColor && b instanceof InkColor && JSON.stringify(a.inks) === JSON.stringify(b.inks);
  }

  /** Returns the wide-gamut space that a color needs, or null if sRGB suffices. */
  wideSpaceOf(color: Color): WideSpace | null {
    return color instanceof WideColor ? color.space : null;
  }

  /** Returns the Separation space of an ink. Each combination of name and appearance has one. */
  spotSpace({ name, full }: Spot): NamedSpace {
    const key = JSON.stringify([name, full]);
    let space = this.spots.get(key);
    if (space === undefined) {
      const shown = this.alternateOf(full);
      const paper = shown.length === 4 ? [0, 0, 0, 0] : [1, 1, 1];
      const tint = { FunctionType: 2, Domain: [0, 1], C0: paper, C1: [...shown], N: 1 };
      const alternate = shown.length === 4 ? 'DeviceCMYK' : (this.defaults?.DefaultRGB ?? 'DeviceRGB');
      const ref = this.file.array(['Separation', escapedName(name), alternate, tint]);
      this.spots.set(key, (space = { name: `I${this.spots.size + 1}`, ref }));
    }
    return space;
  }

  /** Returns how a spot ink looks at full strength, in sRGB or process inks. */
  private alternateOf(full: Spot['full']): readonly number[] {
    const { conversion } = this.rules;
    return full.length === 4 || conversion === null ? full : conversion.mixed([full[0]!, full[1]!, full[2]!]);
  }

  wideSpace(space: WideSpace): NamedSpace {
    let known = this.wide.get(space);
    if (known === undefined) {
      known = { name: `W${this.wide.size + 1}`, ref: this.profile(wideProfile(space, this.rules.iccVersion)) };
      this.wide.set(space, known);
    }
    return known;
  }

  private profile(bytes: Uint8Array): PdfRef {
    return this.file.array(['ICCBased', this.file.stream({ N: 3, Alternate: 'DeviceRGB' }, bytes)]);
  }
}

/** Returns a color's components in a wide-gamut space. */
export function componentsInWide(color: Color, space: WideSpace): readonly [number, number, number] {
  return color instanceof WideColor ? color.componentsIn(space) : convert('srgb', space, [color.r, color.g, color.b]);
}

/** Escapes a name as UTF-8; bytes that names can't contain become `#` and two hexadecimal digits (§7.3.5). */
function escapedName(name: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    if (/[\w.-]/.test(character)) out += character;
    else if (byte !== 0) out += `#${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
