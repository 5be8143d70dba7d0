/** The primary subtag of a BCP 47 language tag in lower case: `zh` of `zh-Hant-TW`; '' of none. */
export function primaryLanguage(language: string): string {
  return language.split('-', 1)[0]!.toLowerCase();
}
