/**
 * Finds how deep boxes of every kind can nest, and what stops them. When run directly, this module tests that without
 * optimized code, so that functions use as much stack as they ever do.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { render } from '../../engine/index.ts';
import { Random } from '../laws/random.ts';

/** `pdf`, `refused` for the depth, or a description of the failure. */
export interface Nesting {
  readonly what: string;
  /** The greatest depth that is laid out. */
  readonly deepest: number;
  /** The results at that depth, and at one level more. */
  readonly outcomes: readonly string[];
}

/** Content that can contain itself. */
// prettier-ignore
const KINDS = [
  '<div>', '<span>', '<span><div>', '<ul><li>', '<div style="display:flow-root">', '<div style="display:flex">', '<div style="display:grid">',
  '<div style="position:absolute">', '<div style="position:absolute;position-anchor:--a;left:anchor(right)">', '<div style="float:left">',
  'a <div style="display:inline-block">', '<p><b style="display:inline-grid">', '<div style="columns:2;height:50px">', '<table><tr><td>',
  '<div style="display:inline-table">', '<table><caption>', '<div style="display:table-cell;columns:2">', '<ruby>a<rt>', '<fieldset>',
  '<fieldset style="columns:2"><legend>', '<math><mtext>', '<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb">',
  '<svg><foreignObject>', '<div style="overflow:hidden;opacity:.9">',
];
/** The number of random mixtures. They exclude nested columns, whose cost is time. */
const MIXTURES = 8;
/** The parser flattens anything deeper. */
const ELEMENTS = 512;

const own = fileURLToPath(import.meta.url);

export async function nestings(): Promise<Nesting[]> {
  const args = ['--no-opt', '--no-sparkplug', '--no-maglev', '--import=tsx', own];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Nesting[];
}

async function outcomeOf(tags: readonly string[]): Promise<string> {
  return render(`${tags.join('')}x`, { limits: { deadlineMs: 60_000 } }).then(
    () => 'pdf',
    (error: Error) => (error.message.includes('nested') && error.cause === undefined ? 'refused' : String(error)),
  );
}

/** Finds the depth by bisection. */
async function nesting(what: string, tags: readonly string[]): Promise<Nesting> {
  let deepest = 1;
  let outcome = await outcomeOf(tags);
  if (outcome === 'pdf') return { what, deepest: tags.length, outcomes: [outcome] };
  for (let refused = tags.length; refused - deepest > 1;) {
    const middle = (deepest + refused) >> 1;
    const found = await outcomeOf(tags.slice(0, middle));
    if (found === 'pdf') deepest = middle;
    else [refused, outcome] = [middle, found];
  }
  return { what, deepest, outcomes: ['pdf', outcome] };
}

if (process.argv[1] === own) {
  const random = new Random(5);
  const found: Nesting[] = [];
  for (const kind of KINDS)
    found.push(
      await nesting(
        kind,
        Array.from({ length: ELEMENTS }, () => kind),
      ),
    );
  const single = KINDS.filter((kind) => !kind.includes('columns'));
  for (let i = 0; i < MIXTURES; i++) {
    const some = random.times(2, 4, () => random.pick(single));
    found.push(
      await nesting(
        some.join(''),
        Array.from({ length: ELEMENTS }, () => random.pick(some)),
      ),
    );
  }
  process.stdout.write(JSON.stringify(found));
}
