/** Longhands of what PDF readers show in addition to the pages, all extensions of this engine (docs/viewing.md). */
import { parseComment, parsePageLabel, parseContentLayer } from '../values/content.ts';
import { type Definition, keywords, nullOr, table } from './definition.ts';

/** Names of structure elements that style sheets can give an element. The others depend on its contents or its target. */
const TAGS = keywords(
  'none',
  'artifact',
  'part',
  'art',
  'sect',
  'div',
  'aside',
  'blockquote',
  'caption',
  'toc',
  'toci',
  'p',
  'h',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'l',
  'li',
  'lbl',
  'lbody',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'span',
  'em',
  'strong',
  'quote',
  'code',
  'note',
  'reference',
  'figure',
  'formula',
);

const pdf = table('rare', 'Pagewright');

export const pdfProperties: readonly Definition[] = [
  pdf('-pagewright-layer', null, parseContentLayer),
  pdf('-pagewright-overprint', 'auto', keywords('auto', 'overprint')),
  pdf('-pagewright-tag', null, nullOr('auto', TAGS), {
    aliases: ['-prince-pdf-tag-type', 'prince-pdf-tag-type', '-ah-pdftag'],
  }),
  pdf('-pagewright-comment', null, parseComment, { aliases: ['-ro-comment-content'] }),
  pdf('-pagewright-comment-author', null, parseComment, { aliases: ['-ro-comment-title'] }),
  pdf(
    '-pagewright-comment-style',
    'auto',
    keywords('auto', 'highlight', 'underline', 'strikeout', 'squiggly', 'note'),
    { aliases: ['-ro-comment-style'] },
  ),
  pdf('-pagewright-page-label', null, parsePageLabel, {
    aliases: ['-prince-pdf-page-label', 'prince-pdf-page-label'],
  }),
];
