/**
 * The standards that a file can claim to meet: PDF/A for archiving (ISO 19005), PDF/UA for accessibility (ISO 14289),
 * PDF/X for printing (ISO 15930).
 */

/** The standards that a file claims, and their consequences. */
export interface Profile {
  /** As the caller wrote it, in order: `pdf/a-3a + pdf/ua-1`. */
  readonly name: string;
  /** The PDF version of the file. */
  readonly version: '1.4' | '1.6' | '1.7' | '2.0';
  readonly archive: ArchiveProfile | null;
  /** The part of PDF/UA. */
  readonly accessible: 1 | 2 | null;
  /** The part of PDF/X; 1 is PDF/X-1a. */
  readonly print: 1 | 3 | 4 | null;
}

export interface ArchiveProfile {
  readonly part: 1 | 2 | 3 | 4;
  /** `b`, `u` or `a`; part 1 has no `u`, and part 4 has '', `e` or `f`. */
  readonly level: string;
}

/** Returns whether the profile requires that all text can be searched and copied. */
export const asksForUnicode = ({ archive, accessible }: Profile): boolean =>
  accessible !== null || (archive !== null && archive.level !== 'b');

/** Returns whether the profile permits transparency and layers. PDF/A-1, PDF/X-1a and PDF/X-3 permit neither. */
export const permitsTransparency = (profile: Profile | null): boolean => profile?.version !== '1.4';

/** Returns the version of the ICC profiles that the engine creates for a file. PDF 1.4 doesn't support version 4. */
export const iccVersionFor = (profile: Profile | null): 2 | 4 => (profile?.version === '1.4' ? 2 : 4);

/**
 * Returns whether the profile requires a replacement text for private use characters, which have no meaning of their
 * own.
 */
export const asksForMeanings = ({ archive, accessible }: Profile): boolean =>
  accessible === 2 || archive?.level === 'a';

/** Returns whether the profile permits attachments. Some PDF/A parts and levels forbid files of every kind. */
export function mayCarryFiles({ archive, print }: Profile): boolean {
  if (print !== null) return false;
  return archive === null || archive.part === 3 || (archive.part === 4 && archive.level !== '');
}

const ARCHIVE = /^pdf\/a-(?:(1)([ba])|([23])([bua])|(4)([ef]?))$/;
const ACCESSIBLE = /^pdf\/ua-([12])$/;
const PRINT = /^pdf\/x-(1a|3|4)$/;

/** The valid profiles, alone or combined: at most one of each kind, all of the same PDF version. */
export const PROFILE_NAMES =
  'pdf/ua-1, pdf/ua-2, pdf/a-1b, -1a, -2b, -2u, -2a, -3b, -3u, -3a, -4, -4e, -4f, pdf/x-1a, -3, -4, or a sum such as pdf/a-3a + pdf/ua-1 or pdf/a-2b + pdf/x-4';

/** Parses a profile such as `pdf/a-3a + pdf/ua-1`. Returns null if it isn't a valid combination of `PROFILE_NAMES`. */
export function parseProfile(text: string): Profile | null {
  let archive: Profile['archive'] = null;
  let accessible: Profile['accessible'] = null;
  let print: Profile['print'] = null;
  const names: string[] = [];
  for (const part of text.toLowerCase().split('+')) {
    const name = part.trim();
    const a = ARCHIVE.exec(name);
    const ua = ACCESSIBLE.exec(name);
    const x = PRINT.exec(name);
    if (a !== null && archive === null)
      archive = {
        part: Number(a[1] ?? a[3] ?? a[5]) as ArchiveProfile['part'],
        level: a[2] ?? a[4] ?? a[6]!,
      };
    else if (ua !== null && accessible === null) accessible = ua[1] === '1' ? 1 : 2;
    else if (x !== null && print === null) print = x[1] === '1a' ? 1 : x[1] === '3' ? 3 : 4;
    else return null;
    names.push(name);
  }
  const isNew = archive?.part === 4 || accessible === 2;
  const isOld = (archive !== null && archive.part < 4) || accessible === 1;
  if (isNew && isOld) return null;
  // PDF/A-1, PDF/X-1a and PDF/X-3 are for PDF 1.4, the others are not.
  const isOldest = archive?.part === 1 || print === 1 || print === 3;
  if (isOldest && (accessible !== null || (archive?.part ?? 1) !== 1 || print === 4)) return null;
  // Files for print have no links and no embedded files.
  if (print === 4 && (accessible !== null || (archive?.part ?? 2) !== 2)) return null;
  const version = isNew ? '2.0' : isOldest ? '1.4' : print === 4 ? '1.6' : '1.7';
  return { name: names.join(' + '), version, archive, accessible, print };
}

/** The profile of an electronic invoice unless another PDF/A-3 is requested. */
export const INVOICE_PROFILE: Profile = {
  name: 'pdf/a-3b',
  version: '1.7',
  archive: { part: 3, level: 'b' },
  accessible: null,
  print: null,
};
