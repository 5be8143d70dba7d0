import { expect } from 'chai';
import { deflateSync } from 'node:zlib';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { RenderError } from '../../../engine/errors.ts';
import { fontOfUrl, fontOfUrlNow } from '../../../engine/fonts/decoded-fonts.ts';
import { loadFontkit } from '../../../engine/fonts/fontkit-library.ts';

const UNPACKED = 900_000;

/** Returns a WOFF with a table of zeros. */
function woffUrl(): string {
  const table = deflateSync(new Uint8Array(UNPACKED));
  const woff = new Uint8Array(64 + table.length);
  const data = new DataView(woff.buffer);
  data.setUint32(0, 0x774f4646);
  data.setUint16(12, 1);
  data.setUint32(44 + 4, 64);
  data.setUint32(44 + 8, table.length);
  data.setUint32(44 + 12, UNPACKED);
  woff.set(table, 64);
  return `data:font/woff;base64,${Buffer.from(woff).toString('base64')}`;
}

const budgetOf = (maxBytes: number): Budget => new Budget({ ...DEFAULT_LIMITS, maxBytes });

describe('decoded fonts', () => {
  it('are charged to the budget equally when cached and new', async () => {
    const fontkit = await loadFontkit();
    const url = woffUrl();
    const refused = async (): Promise<unknown> =>
      fontOfUrl(url, null, budgetOf(UNPACKED)).then(
        () => null,
        (e: unknown) => e,
      );
    expect(await refused())
      .to.be.instanceOf(RenderError)
      .with.property('code', 'document_too_complex');
    const budget = budgetOf(UNPACKED + 1000);
    expect(await fontOfUrl(url, null, budget)).to.be.instanceOf(Uint8Array);
    expect(budget.peakBytes).to.be.within(UNPACKED, UNPACKED + 100);
    expect(await refused()).to.be.instanceOf(RenderError);
    expect(() => fontOfUrlNow(url, null, budgetOf(UNPACKED), fontkit)).to.throw(RenderError);
  });
});
