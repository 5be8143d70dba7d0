/** Options of other HTML-to-PDF programs, for people who migrate. */

/** The option of another program, and its replacement. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['--base-url', '--root'],
  ['--baseurl', '--root'],
  ['--pdf-variant', '--profile'],
  ['--pdf-profile', '--profile'],
  ['--pdf-forms', '--forms'],
  ['--pdf-title', '--title'],
  ['--pdf-output-intent', '--output-intent'],
  ['--pdf-xmp', '--xmp'],
  ['--xmp-metadata', '--xmp'],
  ['--attach', '--attachment'],
  ['--stylesheet', '--user-style'],
  ['--header-html', '--header @header.html'],
  ['--footer-html', '--footer @footer.html'],
  ['--header-center', '@page { @top-center { content: ... } }'],
  ['--footer-center', '@page { @bottom-center { content: ... } }'],
  ['--margin-top', '@page { margin-top: ... }, or --margin'],
  ['--margin-right', '@page { margin-right: ... }, or --margin'],
  ['--margin-bottom', '@page { margin-bottom: ... }, or --margin'],
  ['--margin-left', '@page { margin-left: ... }, or --margin'],
  ['--orientation', "--page-size 'A4 landscape'"],
  ['--landscape', "--page-size 'A4 landscape'"],
  ['--print-to-pdf', '-o'],
  ['-a', '--attachment'],
  ['-m', '--media-type'],
  ['-u', '--root'],
  ['--uncompressed-pdf', '--no-compress'],
  ['--jpeg-quality', '--image-quality'],
  ['--optimize-images', '--image-resolution and --image-quality'],
]);

/** Returns the replacement of another program's option, or null. */
export const replacementOf = (option: string): string | null => FOREIGN.get(option) ?? null;
