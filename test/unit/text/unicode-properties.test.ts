import { expect } from 'chai';
import { LINE_BREAK_RUNS, SCRIPT_RUNS } from '../../../engine/text/unicode-data.ts';
import { lineClassOf, scriptOf } from '../../../engine/text/unicode-properties.ts';

/** Returns the first and the last code point of every run, with the value of the property. */
function edgesOf(runs: string): readonly (readonly [code: number, value: number])[] {
  let code = 0;
  return [...runs.matchAll(/([a-z]?)([A-Z])(\d*)/g)].flatMap(([, small, capital, digits]) => {
    const value = (small === '' ? 0 : (small!.charCodeAt(0) - 97) * 26) + capital!.charCodeAt(0) - 65;
    const first = code;
    code += Number(digits || 1);
    return [[first, value] as const, [code - 1, value] as const];
  });
}

describe('properties of characters', () => {
  it('are the same in any lookup order', () => {
    for (const [runs, lookUp] of [
      [LINE_BREAK_RUNS, lineClassOf],
      [SCRIPT_RUNS, scriptOf],
    ] as const) {
      const edges = edgesOf(runs);
      expect(edges.at(-1)![0]).to.equal(0x10ffff);
      const later = edges.findIndex(([code]) => code > 0x2000);
      for (const [code, value] of [...edges.slice(later, later + 2), ...edges, ...edges.toReversed()])
        expect(lookUp(code), code.toString(16)).to.equal(value);
    }
  });
});
