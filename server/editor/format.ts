/** Formats a text. HTML and CSS are formatted by Prettier, which is loaded when it is first needed. */

export type Formattable = 'html' | 'css' | 'json';

/** Returns the formatted text. @throws Error if it can't be parsed or would change its meaning */
export async function formatted(text: string, language: Formattable): Promise<string> {
  if (language === 'json') return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  const [{ format }, html, css, { outline, withEndTags }] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/html'),
    import('prettier/plugins/postcss'),
    import('./end-tags.ts'),
  ]);
  const options = { parser: language, plugins: [html, css], printWidth: 100 };
  if (language === 'css') return format(text, options);
  // Prettier nests a row in the previous one's last cell if that has no end tag.
  const after = await format(withEndTags(text), options);
  if (outline(after) !== outline(text)) throw new Error('Its tags are nested in a way that formatting would change.');
  return after;
}
