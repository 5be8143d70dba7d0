/**
 * Reduces a language to the distinctions that fonts make. HarfBuzz never frees a language tag, and all renders share
 * it. The number of possible tags must therefore be bounded, regardless of the values of `lang`.
 */

/** Tags with subtags that affect shaping: Chinese by script and region, and Moldovan. */
const DISTINGUISHED = /^(?:zh-(?:hans|hant)(?:-(?:hk|mo|tw|cn|sg))?|zh-(?:hk|mo|tw|cn|sg)|ro-md)(?=-|$)/;
const PRIMARY = /^[a-z]{2,3}(?=-|$)/;
/** OpenType language systems have three letters, except for the phonetic ones. */
const LANGUAGE_SYSTEM = /^(?:[A-Z]{3}|APPH|IPPH)$/;

/**
 * Returns a language tag for HarfBuzz, or '' for none. `language` is a BCP 47 tag as the author wrote it. `override` is
 * the OpenType language system of `font-language-override`, or null.
 */
export function shapingLanguage(language: string, override: string | null): string {
  if (override !== null) {
    // Matched case-sensitively (css-fonts-4 §6.14).
    const system = override.trimEnd();
    // HarfBuzz's syntax for an OpenType language system.
    return LANGUAGE_SYSTEM.test(system) ? `x-hbot${system}` : '';
  }
  const tag = language.slice(0, 35).toLowerCase();
  return (DISTINGUISHED.exec(tag) ?? PRIMARY.exec(tag))?.[0] ?? '';
}
