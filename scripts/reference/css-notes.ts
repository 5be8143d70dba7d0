/** Notes on CSS properties for the reference: what was measured, and which guides describe them. */
import { readFileSync } from 'node:fs';

const docs = new URL('../../docs/', import.meta.url);

const page = (file: string): string => readFileSync(new URL(file, docs), 'utf8');

interface Measured {
  /** Values of the specification that are rejected. */
  readonly rejected: string;
  /** Accepted values that change nothing, with the reason. */
  readonly inert: string;
}

const NOTHING: Measured = { rejected: '', inert: '' };

/** The first column of a table row in `support.md` whose other four columns describe a property's values. */
const PROPERTY_ROW = /^\| `([\w-]+)` \|([^|]*)\|([^|]*)\|((?:[^|]|\\\|)*)\|((?:[^|]|\\\|)*)\|$/gm;

/** More values than this are summarized: the reader finds all in `support.md`. */
const MOST_LISTED = 6;

/** Shortens a list of values that ends with a reason, which applies to all of them. */
function listed(values: string): string {
  const text = values.trim();
  const reasonAt = text.indexOf('`: ');
  const names = (reasonAt < 0 ? text : text.slice(0, reasonAt + 1)).split(', ');
  const reason = reasonAt < 0 ? '' : ` (${text.slice(reasonAt + 3)})`;
  if (names.length <= MOST_LISTED) return names.join(', ') + reason;
  return `${names.slice(0, MOST_LISTED).join(', ')} and others${reason}`;
}

const measured: ReadonlyMap<string, Measured> = new Map(
  [...page('support.md').matchAll(PROPERTY_ROW)].map(([, name = '', , , inert = '', rejected = '']) => [
    name,
    rejected.includes('shorthand or alias') ? NOTHING : { rejected: listed(rejected), inert: listed(inert) },
  ]),
);

/** Returns the values of a property that Pagewright rejects or that change nothing, as measured for `support.md`. */
export const measuredValues = (name: string): Measured => measured.get(name) ?? NOTHING;

/** The guides that describe properties, by file, in the order in which they are mentioned. */
const GUIDES: Readonly<Record<string, string>> = {
  'page-breaks.md': 'Page breaks',
  'paged-media.md': 'Paged media',
  'notes-and-floats.md': 'Notes, floats and regions',
  'print-typography.md': 'Print typography',
  'printing.md': 'Printing',
  'inks.md': 'Inks',
  'fonts.md': 'Fonts',
  'forms.md': 'Forms',
  'accessibility.md': 'Accessibility',
  'troubleshooting.md': 'Troubleshooting',
};

const guides = Object.entries(GUIDES).map(([file, title]) => ({ link: `[${title}](${file})`, text: page(file) }));

/** Returns links to the guides that mention a property, or an empty string. */
export function guidesTo(name: string): string {
  const mention = new RegExp('(?<![\\w-])' + name + '(?=[:`])');
  const links = guides.filter(({ text }) => mention.test(text)).map(({ link }) => link);
  return links.length === 0 ? '' : `See ${links.join(', ')}.`;
}
