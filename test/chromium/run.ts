/**
 * `npm run fuzz:chromium -- --from=1 --to=100`: lays out the random documents of the laws here and in Chromium, compares
 * where each word is, and reduces the documents that differ. Chromium isn't always right: judge each difference by the
 * specification.
 *
 * - `--without=ruby,footnotes` leaves out features of the generator.
 * - `--except=box-decoration-break` leaves out declarations that begin with these texts.
 * - `--scale=2` makes pages this much larger than in the laws, so that fewer contents are taller than a page.
 * - `--whole` prints the first difference of each document without reducing it.
 */
import { parseArgs } from 'node:util';
import { render } from '../../dist/engine/index.js';
import { openChromium } from '../../bench/chromium.ts';
import { generateSample, type Feature } from '../laws/generate.ts';
import { shrink } from '../laws/shrink.ts';
import { toHtml, type Sample, type Specimen } from '../laws/specimen.ts';
import { placedWords, type PlacedWord } from './words.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '20' },
    without: { type: 'string', default: '' },
    except: { type: 'string', default: '' },
    scale: { type: 'string', default: '2' },
    whole: { type: 'boolean', default: false },
  },
});
const without = values.without.split(',').filter(Boolean) as Feature[];
const scale = Number(values.scale);
const except = values.except.split(',').filter(Boolean);

/** Removes declarations that `--except` names from an element and its descendants. */
function withoutDeclarations(node: Specimen): Specimen {
  return {
    ...node,
    style: node.style.filter((declaration) => !except.some((beginning) => declaration.startsWith(beginning))),
    children: node.children.map((child) => (typeof child === 'string' ? child : withoutDeclarations(child))),
  };
}

/** Words may be this far apart, in px. */
const TOLERANCE = 1;

const chromium = await openChromium();

/** Describes the first word or page count that differs from Chromium's; null: all agree. */
async function differenceOf(sample: Sample): Promise<string | null> {
  const html = toHtml(sample);
  const ours = placedWords((await render(html)).pdf);
  const theirs = placedWords(await chromium.print(html));
  const found = firstDifference(ours.words, theirs.words);
  if (found !== null) return found;
  return ours.pages === theirs.pages ? null : `${ours.pages} pages, Chromium ${theirs.pages}`;
}

function firstDifference(ours: readonly PlacedWord[], theirs: readonly PlacedWord[]): string | null {
  const places = new Map<string, PlacedWord[]>();
  for (const word of theirs) places.set(word.text, [...(places.get(word.text) ?? []), word]);
  for (const word of ours) {
    const same = places.get(word.text) ?? [];
    const at = same.findIndex((other) => isNear(word, other));
    if (at < 0) return `${describe(word)}, Chromium ${same.length === 0 ? 'nowhere' : describe(same[0]!)}`;
    same.splice(at, 1);
  }
  const left = [...places.values()].flat()[0];
  return left === undefined ? null : `${left.text} nowhere, Chromium ${describe(left)}`;
}

const isNear = (a: PlacedWord, b: PlacedWord): boolean =>
  a.page === b.page && !(Math.abs(a.x - b.x) > TOLERANCE) && Math.abs(a.y - b.y) <= TOLERANCE;

const describe = ({ text, page, x, y }: PlacedWord): string =>
  `${text} on page ${page} at ${x.toFixed(1)}, ${y.toFixed(1)}`;

/** Chromium rounds pages to whole points, so that sizes have to be multiples of 4 px. */
function withWholePoints(sample: Sample): Sample {
  const whole = (size: number): number => Math.ceil((size * scale) / 20) * 20;
  return {
    ...sample,
    body: withoutDeclarations(sample.body),
    pageWidth: whole(sample.pageWidth),
    pageHeight: whole(sample.pageHeight),
  };
}

let differing = 0;
for (let seed = Number(values.from); seed <= Number(values.to); seed++) {
  const sample = withWholePoints(generateSample(seed, without));
  const difference = await differenceOf(sample);
  if (difference === null) continue;
  differing++;
  const [smallest, why] = values.whole ? [sample, difference] : await shrink(sample, difference, differenceOf);
  console.log(`seed ${seed}: ${why}`);
  if (!values.whole) console.log(`${toHtml(smallest)}\n`);
}
console.log(`\n${differing} of ${Number(values.to) - Number(values.from) + 1} documents differ`);
await chromium.close();
