/** Returns the primary subtag of a BCP 47 language tag in lower case: `zh` for `zh-Hant-TW`; '' for an empty tag. */
export function primaryLanguage(language: string): string {
  return language.split('-', 1)[0]!.toLowerCase();
}
