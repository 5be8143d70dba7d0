/** Converts RGB colors and pixels to the process inks of an output intent. */
import type { Budget } from '../budget.ts';
import type { Color } from '../css/color.ts';
import { convert } from '../css/values/color-space.ts';
import { optionError } from '../errors.ts';
import { ColorEngine, type ColorTransform, type OpenProfile } from '../images/color-engine.ts';
import type { RenderingIntent } from '../images/rendering-intent.ts';
import { readIcc } from './icc-reader.ts';

/** Amounts of cyan, magenta, yellow and black, 0 to 1. */
export type ProcessInks = readonly [c: number, m: number, y: number, k: number];

/** Pixels that are converted per tick of the budget. */
const PIXELS_PER_TICK = 16;
/** Nanoseconds for each pixel on a slow machine. */
const PIXEL_TIME = 150;
/** Different colors of the document that are kept. */
const MAX_KNOWN = 4096;
/** The steps of the gray ramp. */
const STEPS = 255;

/**
 * Returns the conversion to the inks of an ICC profile. `limit` is the maximum sum of the inks in percent.
 * @throws RenderError `invalid_options` if the profile has no tables for this conversion, or Little CMS is missing
 */
export function inkConversion(
  profile: Uint8Array,
  intent: RenderingIntent,
  limit: number,
  budget: Budget,
): InkConversion {
  return new InkConversion(profile, intent, limit, budget);
}

/** Converts colors and pixels. It keeps the inks of colors that occur again. */
export class InkConversion {
  private readonly engine: ColorEngine;
  private readonly profile: Uint8Array;
  private readonly press: OpenProfile;
  private readonly intent: RenderingIntent;
  /** The maximum sum of the inks, 0 to 4. */
  private readonly limit: number;
  private readonly budget: Budget;
  private readonly flat: ColorTransform;
  /** For images in sRGB. */
  private pixels: ColorTransform | null = null;
  private readonly known = new Map<string, ProcessInks>();
  private ramp: readonly number[] | null = null;

  constructor(profile: Uint8Array, intent: RenderingIntent, limit: number, budget: Budget) {
    const engine = ColorEngine.load();
    if (engine === null) throw optionError('outputIntent.convert', 'needs wasm/lcms.wasm, which `files` must provide');
    this.engine = engine;
    this.profile = profile;
    this.intent = intent;
    this.limit = limit / 100;
    this.budget = budget;
    const press = attempted(() => engine.open(profile));
    const flat = press && attempted(() => engine.transform(engine.openSrgb(), 'rgb16', press, 'cmyk16', intent));
    if (press === null || flat === null)
      throw optionError('outputIntent.profile', 'has no tables for converting colors to its inks');
    this.press = press;
    this.flat = flat;
  }

  /** Returns the inks for a color in sRGB. Gray consists of black alone. */
  inksOf({ r, g, b }: Pick<Color, 'r' | 'g' | 'b'>): ProcessInks {
    const key = `${r} ${g} ${b}`;
    let inks = this.known.get(key);
    if (inks === undefined) {
      if (this.known.size > MAX_KNOWN) this.known.clear();
      inks = r === g && g === b ? [0, 0, 0, this.blackFor(r)] : this.mixed([r, g, b]);
      this.known.set(key, inks);
    }
    return inks;
  }

  /** Returns the inks for a color without replacing gray by black, so that similar colors look similar. */
  mixed(rgb: readonly [number, number, number]): ProcessInks {
    const values = Uint16Array.from(rgb, (value) => Math.round(value * 65535));
    const inks = new Uint16Array(this.flat.convert(new Uint8Array(values.buffer)).buffer);
    const [c, m, y, k] = Array.from(inks, (value) => Math.round((value / 65535) * 1e4) / 1e4);
    return this.limited([c!, m!, y!, k!]);
  }

  /** Returns the black ink alone that looks like a gray, 0 to 1. Black is as dark as the ink can be. */
  blackFor(gray: number): number {
    this.ramp ??= this.lightnessOfBlack();
    const darkest = luminance(this.ramp[STEPS]!);
    const wanted = lightness(darkest + (1 - darkest) * luminance(convert('srgb', 'lab', [gray, gray, gray])[0]));
    const { ramp } = this;
    let step = 0;
    while (step < STEPS - 1 && ramp[step + 1]! > wanted) step++;
    const span = ramp[step]! - ramp[step + 1]!;
    const part = span <= 0 ? 0 : Math.min(1, Math.max(0, (ramp[step]! - wanted) / span));
    return Math.round(((step + part) / STEPS) * 1e4) / 1e4;
  }

  /**
   * Returns cyan, magenta, yellow and black of each pixel, as bytes. `profile` is the image's own RGB profile.
   * @throws RenderError if there isn't enough time or memory
   */
  pixelsOf(rgb: Uint8Array, profile: Uint8Array | undefined): Uint8Array {
    const count = rgb.length / 3;
    this.budget.tickBy(count / PIXELS_PER_TICK);
    this.budget.foresee((count * PIXEL_TIME) / 1e6);
    const pixels = this.fromOwn(rgb, profile) ?? this.fromSrgb(rgb);
    if (this.limit < 4) this.limitAll(pixels);
    return pixels;
  }

  private fromSrgb(rgb: Uint8Array): Uint8Array {
    this.pixels ??= this.engine.transform(this.engine.openSrgb(), 'rgb', this.press, 'cmyk', this.intent)!;
    return this.pixels.convert(rgb);
  }

  /**
   * Converts pixels from their own RGB profile. Returns null if it isn't one, or is broken. An instance of its own reads
   * the profile, so that a broken one can't damage others.
   */
  private fromOwn(rgb: Uint8Array, profile: Uint8Array | undefined): Uint8Array | null {
    const facts = profile && readIcc(profile);
    if (typeof facts !== 'object' || facts.isSrgb || facts.components !== 3) return null;
    return attempted(() => {
      const engine = ColorEngine.load()!;
      const source = engine.open(profile!);
      const transform = source && engine.transform(source, 'rgb', engine.open(this.profile)!, 'cmyk', this.intent);
      return transform && transform.convert(rgb);
    });
  }

  /** The lightness (L* under D50) of the black ink alone, from none to full. */
  private lightnessOfBlack(): readonly number[] {
    const inks = new Uint16Array(4 * (STEPS + 1));
    for (let step = 0; step <= STEPS; step++) inks[4 * step + 3] = Math.round((step / STEPS) * 65535);
    const transform = this.engine.transform(this.press, 'cmyk16', this.engine.openLab(), 'lab16', 'relative');
    // A profile without that direction gets a ramp of even steps.
    if (transform === null) return Array.from({ length: STEPS + 1 }, (_, step) => 100 * (1 - step / STEPS));
    const lab = new Uint16Array(transform.convert(new Uint8Array(inks.buffer)).buffer);
    return Array.from({ length: STEPS + 1 }, (_, step) => (lab[3 * step]! / 65535) * 100);
  }

  /** Reduces the colored inks until the sum is within the limit. */
  private limited(inks: ProcessInks): ProcessInks {
    const [c, m, y, k] = inks;
    const colored = c + m + y;
    if (colored + k <= this.limit || colored === 0) return inks;
    const scale = Math.max(0, this.limit - k) / colored;
    return [c * scale, m * scale, y * scale, k];
  }

  private limitAll(pixels: Uint8Array): void {
    const limit = this.limit * 255;
    for (let at = 0; at < pixels.length; at += 4) {
      const colored = pixels[at]! + pixels[at + 1]! + pixels[at + 2]!;
      if (colored + pixels[at + 3]! <= limit) continue;
      const scale = Math.max(0, limit - pixels[at + 3]!) / colored;
      for (let ink = at; ink < at + 3; ink++) pixels[ink] = Math.floor(pixels[ink]! * scale);
    }
  }
}

/** Returns null if WebAssembly ends with an error, as it may for a broken profile. */
function attempted<T>(call: () => T | null): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}

/** The relative luminance of a lightness (CIE 15). */
const luminance = (l: number): number => (l > 8 ? ((l + 16) / 116) ** 3 : l / 903.3);
const lightness = (y: number): number => (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y);
