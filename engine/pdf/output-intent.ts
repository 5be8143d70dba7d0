/** The device that a file's colours are made for (ISO 32000-1 §14.11.5). */
import { RenderError } from '../errors.ts';
import type { Profile } from '../profile.ts';
import type { OutputIntent, Read } from '../render-options.ts';
import { readIcc } from './icc-reader.ts';
import { srgbProfile } from '../images/icc-profile.ts';

/** An output intent as it is written. */
export interface UsedIntent {
  readonly profile: Uint8Array;
  readonly components: 1 | 3 | 4;
  readonly deviceClass: string;
  /** What the condition is called, and in words. */
  readonly condition: string;
  readonly info: string;
  /** The name is one of the ICC's registry. */
  readonly isRegistered: boolean;
  /** It is sRGB, as colours are anyway. */
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
 * The output intent of a file: the caller's, or sRGB where the profile asks for one; null: it needs none.
 * @throws RenderError `invalid_options` when the caller's isn't an ICC profile of a device.
 */
export function intentFor(given: Read<OutputIntent> | null, profile: Profile | null): UsedIntent | null {
  if (given === null) return profile?.archive ? { ...WEB, profile: srgbProfile() } : null;
  const facts = readIcc(given.profile);
  if (typeof facts === 'string') throw new RenderError('invalid_options', `outputIntent.profile: ${facts}`);
  const { deviceClass, components, description } = facts;
  if (deviceClass !== 'prtr' && deviceClass !== 'mntr')
    throw new RenderError('invalid_options', 'outputIntent.profile: an ICC profile of no printer and no display');
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
