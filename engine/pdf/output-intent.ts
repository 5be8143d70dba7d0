/** Determines the output intent: the device for which a file's colors are intended (ISO 32000-1 §14.11.5). */
import { optionError } from '../errors.ts';
import type { RenderingIntent } from '../images/rendering-intent.ts';
import { iccVersionFor, type Profile } from '../profile.ts';
import type { OutputIntent, Read } from '../render-options.ts';
import { readIcc } from './icc-reader.ts';
import { srgbProfile } from '../images/icc-profile.ts';

/** An output intent as written to the file. */
export interface UsedIntent {
  readonly profile: Uint8Array;
  /** The major version of the profile. */
  readonly version: number;
  readonly components: 1 | 3 | 4;
  readonly deviceClass: string;
  /** The name of the printing condition, and its description. */
  readonly condition: string;
  readonly info: string;
  /** Whether the name is in the ICC's characterization data registry. */
  readonly isRegistered: boolean;
  /** Whether the device is sRGB, the default for all colors. */
  readonly isWeb: boolean;
  /** How all colors are converted to the device's inks; null: they aren't. */
  readonly conversion: { readonly intent: RenderingIntent; readonly inkLimit: number } | null;
}

/** The sum of four inks in percent. */
const ALL_INKS = 400;

const WEB: Omit<UsedIntent, 'profile' | 'version'> = {
  components: 3,
  deviceClass: 'mntr',
  condition: 'sRGB',
  info: 'sRGB',
  isRegistered: false,
  isWeb: true,
  conversion: null,
};

/**
 * Returns the caller's output intent, or sRGB if the profile requires one. Returns null if the file needs none.
 *
 * @throws RenderError `invalid_options` if the caller's profile isn't the ICC profile of a display or printer, or not
 *   of inks that colors could be converted to.
 */
export function intentFor(given: Read<OutputIntent> | null, profile: Profile | null): UsedIntent | null {
  const version = iccVersionFor(profile);
  if (given === null) return profile?.archive ? { ...WEB, version, profile: srgbProfile(version) } : null;
  const facts = readIcc(given.profile);
  if (typeof facts === 'string') throw optionError('outputIntent.profile', facts);
  const { deviceClass, components, description } = facts;
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr')
    throw optionError('outputIntent.profile', 'must be the ICC profile of a printer or a display');
  // Files for PDF/X-1a contain only inks.
  const intent = given.convert ?? (profile?.print === 1 && components === 4 ? 'relative' : null);
  if (given.convert !== undefined && components !== 4)
    throw optionError('outputIntent.convert', 'needs the ICC profile of a CMYK printing condition');
  if (given.inkLimit !== undefined && intent === null) throw optionError('outputIntent.inkLimit', 'needs `convert`');
  return {
    conversion: intent && { intent, inkLimit: given.inkLimit ?? ALL_INKS },
    profile: given.profile,
    version: facts.version,
    components,
    deviceClass,
    condition: given.condition ?? 'Custom',
    info: given.info ?? (description || (given.condition ?? 'Custom')),
    isRegistered: given.condition !== undefined,
    isWeb: false,
  };
}
