/** The colour spaces of a file beyond grey and sRGB: inks (ISO 32000-1 §8.6.6.4), and spaces with more than sRGB (§8.6.5.5). */
import { type Color, InkColor, type Inks, WideColor, type WideSpace } from '../css/color.ts';
import { convert } from '../css/values/color-space.ts';
import { srgbProfile, wideProfile } from '../images/icc-profile.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

type Spot = Extract<Inks, { type: 'spot' }>;

export interface NamedSpace {
  readonly name: string;
  readonly ref: PdfRef;
}

/** What the device that a file is made for does with colours. */
export interface ColorRules {
  /** Components of its output intent: 3 or, for inks, 4; null: the file is for no device in particular. */
  readonly device: 1 | 3 | 4 | null;
  /** Its RGB is the web's. */
  readonly isWeb: boolean;
  /** What is done about colours of inks that the device has not: they look like them, once it was told. */
  readonly onMissingInk: () => void;
}

export class ColorSpaces {
  private readonly file: PdfFile;
  private readonly rules: ColorRules;
  private readonly spots = new Map<string, NamedSpace>();
  private readonly wide = new Map<WideSpace, NamedSpace>();
  /** What resources say that uncalibrated colours are. */
  readonly defaults: PdfDictionary | null;
  /** The space that transparent things are put together in. */
  readonly groupSpace: PdfValue;

  constructor(file: PdfFile, rules: ColorRules) {
    this.file = file;
    this.rules = rules;
    const srgb = rules.isWeb ? null : this.profile(srgbProfile());
    this.defaults = srgb && { DefaultRGB: srgb };
    this.groupSpace = rules.device === 4 ? 'DeviceCMYK' : (srgb ?? 'DeviceRGB');
  }

  /** Nothing needs to be said of spaces: the file is for the web's colours. */
  get isDefault(): boolean {
    return this.rules.isWeb;
  }

  /** Can amounts of process inks be printed? */
  get hasProcessInks(): boolean {
    return this.rules.device === null || this.rules.device === 4;
  }

  /** The inks that a colour is printed with; null: it is one of light. */
  inksOf(color: Color): Inks | null {
    if (!(color instanceof InkColor)) return null;
    if (this.hasProcessInks) return color.inks;
    this.rules.onMissingInk();
    return null;
  }

  /** Are two colours that look the same in sRGB written in the same way? */
  isAlike(a: Color, b: Color): boolean {
    const [wideA, wideB] = [this.wideSpaceOf(a), this.wideSpaceOf(b)];
    if (wideA !== null && wideB !== null)
      return wideA === wideB && String(componentsInWide(a, wideA)) === String(componentsInWide(b, wideB));
    if (wideA !== null || wideB !== null) return false;
    if (!(a instanceof InkColor) && !(b instanceof InkColor)) return true;
    return a instanceof InkColor && b instanceof InkColor && JSON.stringify(a.inks) === JSON.stringify(b.inks);
  }

  /** The space that is needed to show a colour in full; null: sRGB. */
  wideSpaceOf(color: Color): WideSpace | null {
    return color instanceof WideColor ? color.space : null;
  }

  /** The space of an ink, once for each look of it. */
  spotSpace({ name, full }: Spot): NamedSpace {
    const key = JSON.stringify([name, full]);
    let space = this.spots.get(key);
    if (space === undefined) {
      const paper = full.length === 4 ? [0, 0, 0, 0] : [1, 1, 1];
      const tint = { FunctionType: 2, Domain: [0, 1], C0: paper, C1: [...full], N: 1 };
      const alternate = full.length === 4 ? 'DeviceCMYK' : (this.defaults?.DefaultRGB ?? 'DeviceRGB');
      const ref = this.file.array(['Separation', escapedName(name), alternate, tint]);
      this.spots.set(key, (space = { name: `I${this.spots.size + 1}`, ref }));
    }
    return space;
  }

  wideSpace(space: WideSpace): NamedSpace {
    let known = this.wide.get(space);
    if (known === undefined) {
      known = { name: `W${this.wide.size + 1}`, ref: this.profile(wideProfile(space)) };
      this.wide.set(space, known);
    }
    return known;
  }

  private profile(bytes: Uint8Array): PdfRef {
    return this.file.array(['ICCBased', this.file.stream({ N: 3, Alternate: 'DeviceRGB' }, bytes)]);
  }
}

/** A colour's components in a wide space, its own among them. */
export function componentsInWide(color: Color, space: WideSpace): readonly [number, number, number] {
  return color instanceof WideColor ? color.componentsIn(space) : convert('srgb', space, [color.r, color.g, color.b]);
}

/** A name with what names can't hold as hexadecimal digits (§7.3.5), in UTF-8. */
function escapedName(name: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    if (/[\w.-]/.test(character)) out += character;
    else if (byte !== 0) out += `#${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
