import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { host } from '../../../engine/platform/host.ts';
import { changedFont, fontFaceOf, long, words } from '../../support/sfnt.ts';

/** Units per em in Cousine. */
const EM = 2048;
/** Glyphs of a and b in Cousine. */
const A = 0x44;
const B = 0x45;

/** Returns Cousine with vertical advances of a quarter em, or half an em for the a. `more` holds further tables. */
function verticalFont(more: Readonly<Record<string, Buffer>> = {}): string {
  const font = changedFont(host().read('fonts/Cousine-400.ttf')!, (tables) => {
    tables.set('vhea', words(...long(0x11000), ...Array<number>(15).fill(0), A + 2));
    const metrics = Array.from({ length: A + 2 }, (_, glyph) => [glyph === A ? EM / 2 : EM / 4, EM / 8]);
    tables.set('vmtx', words(...metrics.flat(), ...Array<number>(4000).fill(EM / 16)));
    for (const [tag, table] of Object.entries(more)) tables.set(tag, table);
  });
  return fontFaceOf('vertical', font);
}

describe('vertical metrics of fonts', () => {
  /** Returns the position of each glyph along the line, and its distance below, in a line of 20 px. */
  async function places(text: string, font: string): Promise<[number, number][]> {
    const style = 'writing-mode:vertical-rl;text-orientation:upright;font:20px/1 vertical';
    const paint = await inspect(`<!DOCTYPE html>${font}<div style="${style}">${text}</div>`, 'paint', null);
    return [...paint.matchAll(/transform 0 -1 1 0 (\S+) \S+\n *drawGlyphs \S+ (\S+)/g)].map(([, x, y]) => [+x!, +y!]);
  }

  it('set the advances along the line', async () => {
    const along = (await places('aaba', verticalFont())).map(([x]) => Math.round(x));
    expect(along).to.deep.equal([0, 10, 20, 25]);
  });

  it('position glyphs by the bearing above their ink', async () => {
    const down = (await places('x', verticalFont()))[0]![1];
    const lower = (await places('l', verticalFont()))[0]![1];
    // Both start at the same position, so the taller one's baseline is lower.
    expect(lower - down).to.be.greaterThan(3);
  });

  it('position glyphs by VORG', async () => {
    const vorg = words(1, 0, EM / 2, 1, B, EM / 4);
    const places20 = await places('ab', verticalFont({ VORG: vorg }));
    expect(places20.map(([, y]) => Math.round(y))).to.deep.equal([10, 5]);
  });
});
