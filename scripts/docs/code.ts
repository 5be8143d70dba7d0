/** Samples of code as HTML, with their syntax in classes: `tok-keyword`, `tok-string`, ... */
import { cssLanguage } from '@codemirror/lang-css';
import { htmlLanguage } from '@codemirror/lang-html';
import { javascriptLanguage, jsxLanguage, typescriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import type { Language } from '@codemirror/language';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { escapeHtml } from '../../server/html.ts';

const LANGUAGES: Readonly<Record<string, Language>> = {
  html: htmlLanguage,
  css: cssLanguage,
  js: javascriptLanguage,
  javascript: javascriptLanguage,
  jsx: jsxLanguage,
  ts: typescriptLanguage,
  typescript: typescriptLanguage,
  json: jsonLanguage,
};

/** Returns the HTML of a sample. Other languages are not highlighted. */
export function highlighted(text: string, language: string): string {
  const known = LANGUAGES[language];
  if (known === undefined) return escapeHtml(text);
  let html = '';
  highlightCode(
    text,
    known.parser.parse(text),
    classHighlighter,
    (part, classes) =>
      (html += classes === '' ? escapeHtml(part) : `<span class="${classes}">${escapeHtml(part)}</span>`),
    () => (html += '\n'),
  );
  return html;
}
