/** The guides as pages of a site, and as one book. */
import { anchorOf, type Guide, guideHtml } from './guide.ts';

const COMMON = `
  body { font: 11pt/1.55 Arial, sans-serif; color: #1c2430 }
  code, pre { font-family: 'Courier New', monospace; font-size: 0.88em }
  pre { background: #f4f5f8; padding: 0.8em 1em; white-space: pre-wrap; overflow-wrap: anywhere }
  table { border-collapse: collapse; width: 100%; font-size: 0.9em }
  th, td { border: 1px solid #c9ced8; padding: 0.3em 0.6em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { background: #f0f2f6 }
  a { color: #1d4f9e }`;

/** The style sheet of the site. */
export const SITE_STYLE = `${COMMON}
  body { max-width: 78rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  main { max-width: 60rem }
  nav { font-size: 0.9em }
  nav ol { list-style: none; padding: 0 }
  nav [aria-current] { font-weight: bold; color: inherit; text-decoration: none }
  .turn { display: flex; justify-content: space-between; gap: 2rem; border-top: 1px solid #c9ced8; margin-top: 2rem; padding-top: 1rem }
  @media (min-width: 60rem) {
    body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 3rem }
    .all { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto }
    .all { grid-area: 1 / 1 }
    main { grid-column: 2 }
    .to-all { display: none }
  }
  @media (prefers-color-scheme: dark) {
    body { background: #14171c; color: #d8dde6 }
    a { color: #8db6f5 }
    pre, th { background: #1e232b }
  }`;

const BOOK = `${COMMON}
  @page {
    size: A4; margin: 24mm 20mm 22mm;
    @top-right { content: string(guide); font: 8pt Arial; color: #667 }
    @bottom-right { content: counter(page); font: 8pt Arial; color: #667 }
  }
  @page :first { @top-right { content: none } @bottom-right { content: none } }
  body { font-size: 9.5pt; margin: 0 }
  .cover { padding-top: 70mm; font-size: 30pt; break-after: page }
  .cover small { display: block; font-size: 12pt; color: #556 }
  nav ol { list-style: none; padding: 0 }
  nav a { text-decoration: none; color: inherit }
  nav a::after { content: leader('.') target-counter(attr(href url), page) }
  h1 { break-before: page; string-set: guide content() }
  tr { break-inside: avoid }`;

const page = (title: string, head: string, body: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`;

/** Converts `recipes/invoice.md` to `recipes/invoice.html`; the index is `index.html`. */
export const siteName = (path: string): string => path.replace(/^README\.md$/, 'index.md').replace(/\.md$/, '.html');

/**
 * Returns a page of the site, with links to all pages and to the previous and next one. `pdf`: the name of the recipe's
 * PDF in the same folder.
 */
export function sitePage(guide: Guide, all: readonly Guide[], pdf: string | null): string {
  const up = guide.path.includes('/') ? '../' : '';
  const to = ({ path, title }: Guide, text = title): string =>
    `<a href="${up}${siteName(path)}"${path === guide.path ? ' aria-current="page"' : ''}>${text}</a>`;
  const contents = `<nav class="all" id="all" aria-label="All pages"><ol>${all.map((one) => `<li>${to(one)}</li>`).join('')}</ol></nav>`;
  const at = all.indexOf(guide);
  const [before, after] = [all[at - 1], all[at + 1]];
  const turn = [before ? to(before, `← ${before.title}`) : '<span></span>', after ? to(after, `${after.title} →`) : ''];
  const result = pdf === null ? '' : `<p><a href="${pdf}">What it gives</a></p>`;
  const link = (path: string, heading: string | null): string =>
    up + siteName(path) + (heading === null ? '' : `#${heading}`);
  const body = guideHtml(guide, link);
  const main = `<main><p class="to-all"><a href="#all">All pages</a></p>${body}${result}<nav class="turn" aria-label="Before and after">${turn.join('')}</nav></main>`;
  return page(guide.title, `<link rel="stylesheet" href="${up}guides.css">`, `${main}\n${contents}`);
}

/** Headings of different guides may have the same name. */
const bookAnchor = (path: string, heading: string): string => `${anchorOf(path)}--${heading}`;

/** The book contains only guides, so names of other files are not links in it. */
const bookLink = (path: string, heading: string | null): string =>
  path.endsWith('.md') ? `#${heading === null ? anchorOf(path) : bookAnchor(path, heading)}` : '';

/** Returns all guides as one document, with a cover and contents. */
export function book(guides: readonly Guide[]): string {
  const chapters = guides.filter(({ path }) => path !== 'README.md');
  const contents = chapters.map(({ path, title }) => `<li><a href="#${anchorOf(path)}">${title}</a></li>`);
  const bodies = chapters.map(
    (guide) =>
      `<section id="${anchorOf(guide.path)}">${guideHtml(guide, bookLink, (heading) => bookAnchor(guide.path, heading))}</section>`,
  );
  const cover = '<div class="cover">Pagewright<small>HTML and CSS to PDF</small></div>';
  return page(
    'Pagewright',
    `<style>${BOOK}</style>`,
    `${cover}<nav><h1>Contents</h1><ol>${contents.join('')}</ol></nav>${bodies.join('\n')}`,
  );
}
