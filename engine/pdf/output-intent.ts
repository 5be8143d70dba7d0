/** Determines the output intent: the device for which a file's colors are intended (ISO 32000-1 §14.11.5). */
import { optionError } from '../errors.ts';
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
}

const WEB: Omit<UsedIntent, 'profile' | 'version'> = {
  components: 3,
  deviceClass: 'mntr',
  condition: 'sRGB',
  info: 'sRGB',
  isRegistered: false,
  isWeb: true,
};

/**
 * Returns the caller's output intent, or sRGB if the profile requires one. Returns null if the file needs none.
 *
 * @throws RenderError `invalid_options` if the caller's profile isn't the ICC profile of a display or printer.
 */
export function intentFor(given: Read<OutputIntent> | null, profile: Profile | null): UsedIntent | null {
  const version = iccVersionFor(profile);
  if (given === null) return profile?.archive ? { ...WEB, version, profile: srgbProfile(version) } : null;
  const facts = readIcc(given.profile);
  if (typeof facts === 'string') throw optionError('outputIntent.profile', facts);
  const { deviceClass, components, description } = facts;
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr')
    throw optionError('outputIntent.profile', 'must be the ICC profile of a printer or a display');
  return {
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
