import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('emphasis marks', () => {
  /** How far from the middle of upright text of 20 px its marks have theirs: less than 0 to the right. */
  const markDistance = async (position: string): Promise<number> => {
    const style = `writing-mode:vertical-rl;font:20px/60px serif;text-emphasis:'日';text-emphasis-position:${position}`;
    const paint = await inspect(`<!DOCTYPE html><div style="${style}">日</div>`, 'paint', null);
    const [text, mark] = [...paint.matchAll(/transform 0 -1 1 0 \S+ (\S+)\n *drawGlyphs/g)].map(([, y]) => Number(y));
    return mark - text;
  };

  it('stand upright beside upright text, their em boxes touching', async () => {
    expect(await markDistance('over right')).to.equal(-15);
    expect(await markDistance('over left')).to.equal(15);
  });
});
