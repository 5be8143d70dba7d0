/** Command-line options for viewers and output devices. */
import type { OutputIntent, RenderOptions, ViewerOptions } from '../../engine/index.ts';
import { type Patience, readNamed } from './named-files.ts';
import { UsageError } from './report.ts';

/** Parses `page=2`, `zoom=fit` or `hideToolbar` into the library's `viewer`, which validates names and values. */
export function viewerOf(given: readonly string[]): Pick<RenderOptions, 'viewer'> {
  if (given.length === 0) return {};
  const viewer = new Map<string, string | number | boolean>();
  for (const part of given.flatMap((parts) => parts.split(','))) {
    const [name, value] = part.split('=').map((word) => word.trim());
    viewer.set(name!, value === undefined || value === 'true' ? true : value === 'false' ? false : numberOr(value));
  }
  return { viewer: Object.fromEntries(viewer) as ViewerOptions };
}

function numberOr(value: string): number | string {
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Returns the library's `redact`. Several selectors form a list. */
export function redactionOf({
  redact = [],
  redactPlace,
}: {
  readonly redact?: readonly string[];
  readonly redactPlace?: 'keep' | 'close';
}): Pick<RenderOptions, 'redact'> {
  return redact.length === 0 ? {} : { redact: { selector: redact.join(', '), place: redactPlace } };
}

/** Parses the image options. The library validates them. */
export function imagesOf(given: {
  readonly imageResolution?: string;
  readonly imageQuality?: string;
  readonly imageDepth?: string;
}): Pick<RenderOptions, 'images'> {
  const { imageResolution, imageQuality, imageDepth } = given;
  if (imageResolution === undefined && imageQuality === undefined && imageDepth === undefined) return {};
  return {
    images: {
      ...(imageResolution === undefined ? {} : { resolution: Number(imageResolution) }),
      ...(imageQuality === undefined ? {} : { quality: Number(imageQuality) }),
      // The library refuses all other values.
      ...(imageDepth === undefined ? {} : { depth: Number(imageDepth) as 8 | 16 }),
    },
  };
}

/** @throws UsageError for details of an output intent without a profile */
export async function outputIntentOf(
  given: Patience & {
    readonly outputIntent?: string;
    readonly outputCondition?: string;
    readonly convertColors?: string;
    readonly inkLimit?: string;
  },
): Promise<Pick<RenderOptions, 'outputIntent'>> {
  const { outputIntent, outputCondition, convertColors, inkLimit } = given;
  if (outputIntent === undefined) {
    const details = {
      '--output-condition': outputCondition,
      '--convert-colors': convertColors,
      '--ink-limit': inkLimit,
    };
    for (const [name, value] of Object.entries(details))
      if (value !== undefined) throw new UsageError(`${name} needs --output-intent with an ICC profile`);
    return {};
  }
  const profile = new Uint8Array(await readNamed(outputIntent, given));
  return {
    outputIntent: {
      profile,
      ...(outputCondition === undefined ? {} : { condition: outputCondition }),
      // The library refuses all other values.
      ...(convertColors === undefined ? {} : { convert: convertColors as OutputIntent['convert'] }),
      ...(inkLimit === undefined ? {} : { inkLimit: Number(inkLimit) }),
    },
  };
}
