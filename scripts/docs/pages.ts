/** The guides as pages of a site, and as one book. */
import { deflateRawSync } from 'node:zlib';
import { ICON_LINK } from '../../server/html.ts';
import { highlighted } from './code.ts';
import { anchorOf, type Guide, guideHtml, type Sample, SPECIMEN, type Specimen, STEP } from './guide.ts';

const BOOK = `
  body { font: 11pt/1.55 Arial, sans-serif; color: #1c2430 }
  code, pre { font-family: 'Courier New', monospace; font-size: 0.88em }
  pre { background: #f4f5f8; padding: 0.8em 1em; white-space: pre-wrap; overflow-wrap: anywhere }
  table { border-collapse: collapse; width: 100%; font-size: 0.9em }
  th, td { border: 1px solid #c9ced8; padding: 0.3em 0.6em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { background: #f0f2f6 }
  a { color: #1d4f9e }
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
${ICON_LINK}
${head}
</head>
<body>
${body}
</body>
</html>
`;

/** Converts `recipes/invoice.md` to `recipes/invoice.html`; the index is `index.html`. */
export const siteName = (path: string): string => path.replace(/^README\.md$/, 'index.md').replace(/\.md$/, '.html');

/** A picture of a page: a file next to the guide, and its size in CSS px. */
export interface ResultPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** The pictures of a recipe's first pages, and its PDF next to the guide. */
export interface Result {
  readonly pdf: string;
  readonly pictures: readonly ResultPicture[];
}

/** A specimen with the pictures of its pages, in the folder `specimens` of the site. */
export interface DrawnSpecimen extends Specimen {
  readonly pictures: readonly ResultPicture[];
}

/** Returns the address of a document in the editor, which reads it from the fragment. */
export const editorHash = (document: string): string => `#d=${deflateRawSync(document).toString('base64url')}`;

/**
 * Returns the frame that all pages of the site share: the bar with the search, the list of all pages, and `main`.
 * `root`: URL of the site's folder relative to the page. `path`: the guide that is shown. `scripts`: files of the site.
 */
export function framed(
  title: string,
  main: string,
  all: readonly Guide[],
  root: string,
  path: string | null,
  scripts: readonly string[] = ['site.js'],
): string {
  const sections = [...new Set(all.map(({ section }) => section))].map((section) => {
    const links = all
      .filter((guide) => guide.section === section)
      .map((guide) => `<li>${linkTo(guide, root, path)}</li>`);
    return `${section === '' ? '' : `<h2>${section}</h2>`}<ul>${links.join('')}</ul>`;
  });
  const bar = `<header class="bar"><a class="brand" href="${root}index.html">Pagewright</a>
<a href="${root}../" data-served hidden>Editor</a><a href="${root}../docs" data-served hidden>API of this service</a>
<div class="search" role="search"><input id="search" type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" aria-controls="found"><div class="found" id="found" hidden><p role="status"></p><ol></ol></div></div></header>`;
  return page(
    title,
    [
      `<link rel="stylesheet" href="${root}guides.css">`,
      ...scripts.map((name) => `<script src="${root}${name}" defer></script>`),
    ].join('\n'),
    `<a class="skip" href="#main">Skip to content</a>\n${bar}\n<div class="frame"><main id="main"><p class="to-all"><a href="#all">All pages</a></p>${main}</main>
<nav class="all" id="all" aria-label="All pages">${sections.join('')}</nav></div>`,
  );
}

const linkTo = (guide: Guide, root: string, path: string | null, text = guide.title): string =>
  `<a href="${root}${siteName(guide.path)}"${guide.path === path ? ' aria-current="page"' : ''}>${text}</a>`;

/**
 * Returns a page of the site, with links to all pages and to the previous and next one. `steps`: a picture for each
 * mark of the guide. `specimens`: those that the guide names.
 */
export function sitePage(
  guide: Guide,
  all: readonly Guide[],
  result: Result | null,
  steps: readonly ResultPicture[],
  specimens: readonly DrawnSpecimen[],
): string {
  const root = guide.path.includes('/') ? '../' : '';
  const at = all.indexOf(guide);
  const [before, after] = [all[at - 1], all[at + 1]];
  const turn = [
    before ? linkTo(before, root, null, `← ${before.title}`) : '<span></span>',
    after ? linkTo(after, root, null, `${after.title} →`) : '',
  ];
  const link = (path: string, heading: string | null): string =>
    root + siteName(path) + (heading === null ? '' : `#${heading}`);
  const sample = ({ language, text }: Sample): string => {
    const isDocument = language === 'html' && /^<!doctype html>/i.test(text);
    const open = isDocument
      ? `<a class="open" href="${root}../${editorHash(text)}" data-editor>Open in editor</a>`
      : '';
    return `<div class="sample"><pre tabindex="0"><code>${highlighted(text, language)}</code></pre><div class="tools">${open}</div></div>\n`;
  };
  const remaining = steps.map((picture, index) => figure(image(picture, `${guide.title}: step ${index + 1}`)));
  const markdown = guide.markdown
    .replaceAll(STEP, () => remaining.shift() ?? '')
    .replaceAll(SPECIMEN, (_mark, name) =>
      specimenFigure(
        specimens.find((one) => one.name === name)!,
        root,
      ),
    );
  const body = guideHtml({ ...guide, markdown }, { link, sample });
  const wide = body
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const shown = result === null ? wide : wide.replace('</p>', () => `</p>\n${resultFigure(guide, result)}`);
  return framed(
    guide.title,
    `${shown}<nav class="turn" aria-label="Previous and next page">${turn.join('')}</nav>`,
    all,
    root,
    guide.path,
    ROUTE_HEADING.test(guide.markdown) ? ['site.js', 'api-console.js'] : ['site.js'],
  );
}

/** Routes with a heading of their own can be called from the page. */
const ROUTE_HEADING = /^### (?:GET|POST|PUT|DELETE) \//m;

function resultFigure({ title }: Guide, { pdf, pictures }: Result): string {
  const images = pictures.map((picture, index) => image(picture, `${title}: page ${index + 1} of the result`));
  return figure(`${images.join('')}<figcaption><a href="${pdf}">The PDF</a></figcaption>`);
}

function specimenFigure({ title, document, pictures }: DrawnSpecimen, root: string): string {
  const images = pictures.map(({ name, ...size }, index) =>
    image({ name: `${root}specimens/${name}`, ...size }, `${title}: page ${index + 1}`),
  );
  const open = `<a href="${root}../${editorHash(document)}" data-editor>Open in editor</a>`;
  return figure(`${images.join('')}<figcaption>${title}. ${open}</figcaption>`);
}

const figure = (content: string): string => `<figure class="result">${content}</figure>\n`;

const image = ({ name, width, height }: ResultPicture, alt: string): string =>
  `<img src="${name}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;

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
      `<section id="${anchorOf(guide.path)}">${guideHtml(guide, { link: bookLink, anchor: (heading) => bookAnchor(guide.path, heading) })}</section>`,
  );
  const cover = '<div class="cover">Pagewright<small>HTML and CSS to PDF</small></div>';
  return page(
    'Pagewright',
    `<style>${BOOK}</style>`,
    `${cover}<nav><h1>Contents</h1><ol>${contents.join('')}</ol></nav>${bodies.join('\n')}`,
  );
}
