/** Command-line options for viewers and output devices. */
import type { RenderOptions, ViewerOptions } from '../../engine/index.ts';
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

/** @throws UsageError for a printing condition without a profile */
export async function outputIntentOf(
  given: Patience & {
    readonly outputIntent?: string;
    readonly outputCondition?: string;
  },
): Promise<Pick<RenderOptions, 'outputIntent'>> {
  const { outputIntent, outputCondition } = given;
  if (outputIntent === undefined) {
    if (outputCondition !== undefined)
      throw new UsageError('--output-condition needs --output-intent with an ICC profile');
    return {};
  }
  const profile = new Uint8Array(await readNamed(outputIntent, given));
  return { outputIntent: { profile, ...(outputCondition === undefined ? {} : { condition: outputCondition }) } };
}
