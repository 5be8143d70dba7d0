import { harvest } from './harvest.ts';
import { layOut, uphold } from './law.ts';
import { CONSERVATION_EXCEPTIONS } from './known-exceptions.ts';
import { expectedOf, type Sample } from './specimen.ts';

/** Returns what is lost, duplicated or out of order on the pages of a sample, or null. */
async function violation(sample: Sample): Promise<string | null> {
  const { flows, replaced } = expectedOf(sample);
  const { pages } = await layOut(sample);
  const found = harvest(pages);
  for (const [flow, text] of flows) {
    const lines = found.lines.filter((line) => line.flow === flow);
    const there = lines.map((line) => line.text).join('');
    if (there !== text) return `the text of flow "${flow}" is ${difference(text, there)} on ${pages.length} pages`;
  }
  for (const id of replaced) {
    const count = found.replaced.filter((other) => other === id).length;
    if (count !== 1) return `the replaced box ${id} is there ${count} times on ${pages.length} pages`;
  }
  return null;
}

function difference(expected: string, actual: string): string {
  const words: readonly string[] = expected.match(/w\d+/g) ?? [];
  const there: readonly string[] = actual.match(/w\d+/g) ?? [];
  const lost = words.filter((word) => !there.includes(word));
  if (lost.length > 0) return `lost from ${lost.join(' ')}`;
  const doubled = there.filter((word, i) => there.indexOf(word) !== i);
  if (doubled.length > 0) return `doubled from ${doubled.join(' ')}`;
  return `out of order: ${there.join(' ')}`;
}

describe('the law of conservation', function () {
  this.timeout(120_000);

  it('puts each character and replaced box on the pages exactly once, in the order of its flow', () =>
    uphold({
      name: 'conservation',
      runs: 250,
      without: ['footnotes', 'fixed'],
      exceptions: CONSERVATION_EXCEPTIONS,
      violation,
    }));

  it('also holds with notes, page and column floats, named pages and running elements', () =>
    uphold({
      name: 'conservation in books',
      runs: 150,
      without: ['fixed'],
      isBook: true,
      exceptions: CONSERVATION_EXCEPTIONS,
      violation,
    }));
});
