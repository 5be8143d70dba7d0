import { type FoundLine, harvest } from './harvest.ts';
import { RESUME_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import { declares, elementsOf, expectedOf, type Sample } from './specimen.ts';

/** Tall enough for any sample. */
const TALL = 20_000;

/** Returns which flow has other lines on short pages than on a tall page, or null. */
async function violation(sample: Sample): Promise<string | null> {
  if (dependsOnBreaks(sample)) return null;
  const short = await layOut(sample);
  const tall = await layOut({ ...sample, pageHeight: TALL });
  if (short.pages.some((page, i) => page.scale !== tall.pages[Math.min(i, tall.pages.length - 1)]!.scale)) return null;
  const [broken, whole] = [harvest(short.pages).lines, harvest(tall.pages).lines];
  for (const flow of expectedOf(sample).flows.keys()) {
    const there = linesOf(broken, flow);
    const wanted = linesOf(whole, flow);
    const at = wanted.findIndex((line, i) => line !== there[i]);
    if (at >= 0) return `line ${at + 1} of flow "${flow}" is ${there[at] ?? 'missing'} instead of ${wanted[at]}`;
  }
  return null;
}

/**
 * The width of a positioned box depends on the column of its static position; line lengths of an orthogonal flow depend
 * on the page height.
 */
function dependsOnBreaks({ body }: Sample): boolean {
  for (const [node, ancestors] of elementsOf(body)) {
    if (node !== body && declares(node, 'writing-mode')) return true;
    if (declares(node, 'position:absolute') && ancestors.some((ancestor) => declares(ancestor, 'columns:')))
      return true;
  }
  return false;
}

const linesOf = (lines: readonly FoundLine[], flow: string): string[] =>
  lines.filter((line) => line.flow === flow).map(({ text, offset, size }) => `"${text}" at ${offset}, ${size} long`);

describe('the law of resuming', function () {
  this.timeout(120_000);

  it('gives the same lines on many short pages as on a tall one', () =>
    uphold({
      name: 'resume',
      runs: 120,
      // Floats shorten lines only on their own page, and forced breaks also apply on tall pages.
      without: ['footnotes', 'fixed', 'floats', 'forced breaks'],
      exceptions: RESUME_EXCEPTIONS,
      violation,
    }));
});
