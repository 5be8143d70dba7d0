import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep } from '../../../scripts/docs/results.ts';

describe('results of recipes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-results-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are rendered again with a new engine, and drawn again if their PDF changed', async () => {
    const done: string[] = [];
    const result = (engine: string, pdf: string, markdown = 'text'): Promise<string> =>
      keep(
        { path: 'recipes/one.md', markdown },
        folder,
        false,
        {
          render: async () => {
            done.push(`render ${pdf}`);
            return [new TextEncoder().encode(pdf)];
          },
          show: async () => {
            done.push(`draw ${pdf}`);
            return pdf;
          },
        },
        engine,
      );
    expect(await result('engine 1', 'a')).to.equal('a');
    expect(await result('engine 1', 'a')).to.equal('a');
    expect(done.splice(0)).to.deep.equal(['render a', 'draw a']);
    expect(await result('engine 2', 'a')).to.equal('a');
    expect(await result('engine 2', 'a')).to.equal('a');
    expect(done.splice(0)).to.deep.equal(['render a']);
    expect(await result('engine 3', 'b')).to.equal('b');
    expect(done.splice(0)).to.deep.equal(['render b', 'draw b']);
    expect(await result('engine 3', 'b', 'other text')).to.equal('b');
    expect(done.splice(0)).to.deep.equal(['render b']);
  });
});
