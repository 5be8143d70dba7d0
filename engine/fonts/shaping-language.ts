/**
 * The language that text is shaped in, reduced to what fonts tell apart. HarfBuzz keeps every tag that it has ever been given, and all renders share it: so authors may
 * choose among a bounded number only, whatever they write into `lang`.
 */

/** Of the tags with more than a primary language those whose shaping differs (Chinese by script and region, Moldovan). */
const DISTINGUISHED = /^(?:zh-(?:hans|hant)(?:-(?:hk|mo|tw|cn|sg))?|zh-(?:hk|mo|tw|cn|sg)|ro-md)(?=-|$)/;
const PRIMARY = /^[a-z]{2,3}(?=-|$)/;
/** OpenType's language systems have three letters, but for the phonetic ones. */
const LANGUAGE_SYSTEM = /^(?:[A-Z]{3}|APPH|IPPH)$/;

/** `language`: BCP 47, as the author wrote it. `override`: of `font-language-override`, an OpenType language system tag; null: none. Gives a tag for HarfBuzz; '' for none. */
export function shapingLanguage(language: string, override: string | null): string {
  if (override !== null) {
    // css-fonts-4 §6.14: matched as it is written.
    const system = override.trimEnd();
    // HarfBuzz's way to give an OpenType language system tag.
    return LANGUAGE_SYSTEM.test(system) ? `x-hbot${system}` : '';
  }
  const tag = language.slice(0, 35).toLowerCase();
  return (DISTINGUISHED.exec(tag) ?? PRIMARY.exec(tag))?.[0] ?? '';
}
