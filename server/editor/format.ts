/** Formats a text. HTML and CSS are formatted by Prettier, which is loaded when it is first needed. */

export type Formattable = 'html' | 'css' | 'json';

/** Returns the formatted text. @throws SyntaxError if it can't be parsed */
export async function formatted(text: string, language: Formattable): Promise<string> {
  if (language === 'json') return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  const [{ format }, html, css] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/html'),
    import('prettier/plugins/postcss'),
  ]);
  return format(text, { parser: language, plugins: [html, css], printWidth: 100 });
}
