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
  /** The heading of the index that lists it: `Cookbook`. Empty for the index. */
  readonly section: string;
  readonly markdown: string;
}

/** Returns all guides in the order of `docs/README.md`, which comes first. */
export function guides(): Guide[] {
  const index = readGuide('README.md', '');
  const listed = index.markdown.split(/^## /m).flatMap((text) => {
    const section = text.split('\n', 1)[0]!;
    return [...text.matchAll(/\]\(([a-z/-]+\.md)\)/g)].map((match) => readGuide(match[1]!, section));
  });
  return [index, ...listed];
}

function readGuide(path: string, section: string): Guide {
  const markdown = readFileSync(join(DOCS, path), 'utf8');
  return { path, title: /^# (.*)/.exec(markdown)?.[1] ?? path, section, markdown };
}

/** Returns every Markdown file below `docs/`. */
export const guideFiles = (): string[] => files().filter((path) => path.endsWith('.md'));

/** Returns the files that guides link to, such as manifests. */
export const attachedFiles = (): string[] => files().filter((path) => path.endsWith('.yaml'));

const files = (): string[] =>
  readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));

/** Marks where a guide shows its document as it is after the samples above. */
export const STEP = '<!-- result -->';

/** Marks where a guide shows the pages of a specimen: a document in `docs/specimens/`. */
export const SPECIMEN = /<!-- specimen ([a-z-]+) -->/g;

/** A small document that shows a feature. */
export interface Specimen {
  readonly name: string;
  readonly title: string;
  readonly document: string;
}

/** Returns the specimens that a guide shows, in their order. */
export const specimensOf = ({ markdown }: Pick<Guide, 'markdown'>): Specimen[] =>
  [...markdown.matchAll(SPECIMEN)].map(([, name]) => {
    const document = readFileSync(join(DOCS, 'specimens', `${name}.html`), 'utf8');
    return { name: name!, title: /<title>([^<]+)/i.exec(document)?.[1] ?? name!, document };
  });

/** A guide's fenced sample. */
export interface Sample {
  /** `html`, `js`, ... */
  readonly language: string;
  readonly text: string;
}

/** Returns the fenced samples of a guide. */
export const samplesOf = ({ markdown }: Pick<Guide, 'markdown'>): Sample[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));

/** Returns the document that a recipe shows, which is its HTML sample, or null if a program makes the document. */
export function recipeDocument(guide: Guide): string | null {
  if (!guide.path.startsWith('recipes/')) return null;
  return samplesOf(guide).find(({ language }) => language === 'html')?.text ?? null;
}

/** Returns the program of a recipe without an HTML sample. It writes a PDF. */
export function recipeProgram(guide: Guide): Sample | null {
  if (!guide.path.startsWith('recipes/') || recipeDocument(guide) !== null) return null;
  return samplesOf(guide).find(({ language }) => language === 'js' || language === 'jsx') ?? null;
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
const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Returns a function that names the headings of one guide, in their order. Repeated names get a number. */
export function anchorNames(): (heading: string) => string {
  const uses = new Map<string, number>();
  return (heading) => {
    const name = headingAnchor(heading);
    const used = uses.get(name) ?? 0;
    uses.set(name, used + 1);
    return used === 0 ? name : `${name}-${used}`;
  };
}

/** Returns the anchors of a guide's headings. */
export const headingsOf = ({ markdown }: Guide): string[] => {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,4} (.*)$/gm);
  const nameOf = anchorNames();
  return [...headings].map((match) => nameOf(match[1]!));
};

/** How the HTML of a guide is written. */
export interface GuideForm {
  /** Converts a link to another guide. */
  readonly link: (path: string, heading: string | null) => string;
  /** Converts the name of a heading. */
  readonly anchor?: (heading: string) => string;
  /** Returns the HTML of a sample. Indented blocks have no language. */
  readonly sample?: (sample: Sample) => string;
}

/** Returns the HTML of a guide. */
export function guideHtml(guide: Guide, { link, anchor = (heading) => heading, sample }: GuideForm): string {
  const target = (href: string): string => {
    if (/^[a-z]+:/.test(href)) return href;
    const [path, heading = null] = href.split('#', 2) as [string, string?];
    return path === '' ? `#${anchor(heading ?? '')}` : link(posix.join(dirname(guide.path), path), heading);
  };
  const nameOf = anchorNames();
  const marked = new Marked({
    gfm: true,
    renderer: {
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${target(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ lang = '', text }: Tokens.Code): string | false {
        return sample === undefined ? false : sample({ language: lang, text });
      },
      // An empty corner cell is not a header; the others are headers as marked makes them.
      tablecell(cell: Tokens.TableCell): string | false {
        return cell.header && cell.text === '' ? '<td></td>\n' : false;
      },
      heading({ depth, text, tokens }: Tokens.Heading): string {
        return `<h${depth} id="${anchor(nameOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(guide.markdown, { async: false });
}
