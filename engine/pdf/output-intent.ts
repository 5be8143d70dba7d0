/** Determines the output intent: the device that a file's colors are made for (ISO 32000-1 §14.11.5). */
import { optionError } from '../errors.ts';
import type { Profile } from '../profile.ts';
import type { OutputIntent, Read } from '../render-options.ts';
import { readIcc } from './icc-reader.ts';
import { srgbProfile } from '../images/icc-profile.ts';

/** An output intent as written to the file. */
export interface UsedIntent {
  readonly profile: Uint8Array;
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

const WEB: Omit<UsedIntent, 'profile'> = {
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
  if (given === null) return profile?.archive ? { ...WEB, profile: srgbProfile() } : null;
  const facts = readIcc(given.profile);
  if (typeof facts === 'string') throw optionError('outputIntent.profile', facts);
  const { deviceClass, components, description } = facts;
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr')
    throw optionError('outputIntent.profile', 'must be the ICC profile of a printer or a display');
  return {
    profile: given.profile,
    components,
    deviceClass,
    condition: given.condition ?? 'Custom',
    info: given.info ?? (description || (given.condition ?? 'Custom')),
    isRegistered: given.condition !== undefined,
    isWeb: false,
  };
}
