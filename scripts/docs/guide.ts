/** The guides of `docs/`: in which order they come, their Markdown as HTML, the documents that recipes hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

export interface Guide {
  /** Below `docs/`, with slashes: `recipes/invoice.md`. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

/** All guides, in the order in which `docs/README.md` names them, itself first. */
export function guides(): Guide[] {
  const index = readFileSync(join(DOCS, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/\]\(([a-z/-]+\.md)\)/g)].map((match) => match[1]!);
  return ['README.md', ...listed].map((path) => {
    const markdown = readFileSync(join(DOCS, path), 'utf8');
    return { path, title: /^# (.*)/.exec(markdown)?.[1] ?? path, markdown };
  });
}

/** Every Markdown file below `docs/`. */
export function guideFiles(): string[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'));
}

/** The document that a recipe shows: its block of HTML; null where there is none. */
export function recipeDocument({ path, markdown }: Guide): string | null {
  if (!path.startsWith('recipes/')) return null;
  return /^```html\n([\s\S]*?)^```$/m.exec(markdown)?.[1] ?? null;
}

/** Where the links of a guide lead: other guides as paths below `docs/`, everything else as it stands. */
export function linksOf({ path, markdown }: Guide): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) =>
    /^[a-z]+:|^#/.test(to!) ? to! : posix.join(posix.dirname(path), to!),
  );
}

/** A guide's name in places where all are one document. */
export const anchorOf = (path: string): string => `guide-${path.replace(/\.md$/, '').replaceAll('/', '-')}`;

/** A heading's name within its guide, as sites that show Markdown give it. */
export const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The names of a guide's headings. */
export const headingsOf = ({ markdown }: Guide): string[] =>
  [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,4} (.*)$/gm)].map((match) =>
    headingAnchor(match[1]!),
  );

/** The HTML of a guide; `link` says what a link to another guide becomes, `anchor` what its headings are called where it stands. */
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
      // The corner of a table heads nothing; others are headers as marked makes them.
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
