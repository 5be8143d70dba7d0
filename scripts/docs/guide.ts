/** The guides of `docs/`: their order, their Markdown as HTML, and the documents in recipes. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

export interface Guide {
  /** Relative to `docs/`, with slashes: `recipes/invoice.md`. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

/** Returns all guides in the order of `docs/README.md`, which comes first. */
export function guides(): Guide[] {
  const index = readFileSync(join(DOCS, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/\]\(([a-z/-]+\.md)\)/g)].map((match) => match[1]!);
  return ['README.md', ...listed].map((path) => {
    const markdown = readFileSync(join(DOCS, path), 'utf8');
    return { path, title: /^# (.*)/.exec(markdown)?.[1] ?? path, markdown };
  });
}

/** Returns every Markdown file below `docs/`. */
export function guideFiles(): string[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'));
}

/** Returns the document that a recipe shows, which is its HTML block, or null if there is none. */
export function recipeDocument({ path, markdown }: Guide): string | null {
  if (!path.startsWith('recipes/')) return null;
  return /^```html\n([\s\S]*?)^```$/m.exec(markdown)?.[1] ?? null;
}

/** Returns the targets of a guide's links: other guides as paths below `docs/`, everything else unchanged. */
export function linksOf({ path, markdown }: Guide): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) =>
    /^[a-z]+:|^#/.test(to!) ? to! : posix.join(posix.dirname(path), to!),
  );
}

/** Returns the anchor of a guide for the single-document form. */
export const anchorOf = (path: string): string => `guide-${path.replace(/\.md$/, '').replaceAll('/', '-')}`;

/** Returns the anchor of a heading within its guide, as Markdown sites generate it. */
export const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Returns the anchors of a guide's headings. */
export const headingsOf = ({ markdown }: Guide): string[] =>
  [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,4} (.*)$/gm)].map((match) =>
    headingAnchor(match[1]!),
  );

/** Returns the HTML of a guide. `link` converts a link to another guide, `anchor` the name of a heading. */
export function guideHtml(
  guide: Guide,
  link: (path: string, heading: string | null) => string,
  anchor: (heading: string) => string = (heading) => heading,
): string {
  const target = (href: string): string => {
    if (/^[a-z]+:/.test(href)) return href;
    const [path, heading = null] = href.split('#', 2) as [string, string?];
    return path === '' ? `#${anchor(heading ?? '')}` : link(posix.join(dirname(guide.path), path), heading);
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${target(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      // An empty corner cell is not a header; the others are headers as marked makes them.
      tablecell(cell: Tokens.TableCell): string | false {
        return cell.header && cell.text === '' ? '<td></td>\n' : false;
      },
      heading({ depth, text, tokens }: Tokens.Heading): string {
        return `<h${depth} id="${anchor(headingAnchor(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(guide.markdown, { async: false });
}
