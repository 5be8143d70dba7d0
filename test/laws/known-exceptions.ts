/** Where laws are known not to hold yet, as narrow as can be said. An entry goes when its cause is mended. `LAW_EXCEPTIONS=0` runs without. */
import type { KnownException } from './law.ts';

const EXCEPTIONS: readonly KnownException[] = [];

export const CONSERVATION_EXCEPTIONS = EXCEPTIONS;
export const PROGRESS_EXCEPTIONS = EXCEPTIONS;
export const RESUME_EXCEPTIONS = EXCEPTIONS;
export const PURITY_EXCEPTIONS = EXCEPTIONS;
export const VISIBILITY_EXCEPTIONS = EXCEPTIONS;
export const SIZES_EXCEPTIONS = EXCEPTIONS;
