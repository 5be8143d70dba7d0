/**
 * Known exceptions to laws, as narrow as possible. Remove an entry when its cause is fixed. `LAW_EXCEPTIONS=0` disables
 * all of them.
 */
import type { KnownException } from './law.ts';

const EXCEPTIONS: readonly KnownException[] = [];

export const CONSERVATION_EXCEPTIONS = EXCEPTIONS;
export const PROGRESS_EXCEPTIONS = EXCEPTIONS;
export const RESUME_EXCEPTIONS = EXCEPTIONS;
export const PURITY_EXCEPTIONS = EXCEPTIONS;
export const VISIBILITY_EXCEPTIONS = EXCEPTIONS;
export const SIZES_EXCEPTIONS = EXCEPTIONS;
