import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('emphasis marks', () => {
  /**
   * Returns the distance from the center of 20 px upright text to that of its marks; negative values are to the right.
   */
  const markDistance = async (position: string): Promise<number> => {
    const style = `writing-mode:vertical-rl;font:20px/60px serif;text-emphasis:'日';text-emphasis-position:${position}`;
    const paint = await inspect(`<!DOCTYPE html><div style="${style}">日</div>`, 'paint', null);
    const [text, mark] = [...paint.matchAll(/transform 0 -1 1 0 \S+ (\S+)\n *drawGlyphs/g)].map(([, y]) => Number(y));
    return mark! - text!;
  };

  it('are upright next to upright text, with touching em boxes', async () => {
    expect(await markDistance('over right')).to.equal(-15);
    expect(await markDistance('over left')).to.equal(15);
  });

  it('are centered over the characters of spaced text, not over the space after them', async () => {
    const places = async (spacing: number): Promise<number[]> => {
      const style = `font:20px serif;text-emphasis:dot;letter-spacing:${spacing}px`;
      const paint = await inspect(`<!DOCTYPE html><div style="${style}">日日</div>`, 'paint', null);
      return [...paint.matchAll(/drawGlyphs (\S+)/g)].map(([, x]) => Number(x));
    };
    const [text, first, second] = await places(0);
    const [spaced, firstSpaced, secondSpaced] = await places(30);
    expect(firstSpaced! - spaced!).to.be.closeTo(first! - text!, 0.01);
    expect(secondSpaced! - firstSpaced!).to.be.closeTo(second! - first! + 30, 0.01);
  });
});
