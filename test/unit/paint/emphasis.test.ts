import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

describe('emphasis marks', () => {
  /** How far from the middle of upright text of 20 px its marks have theirs: less than 0 to the right. */
  const markDistance = async (position: string): Promise<number> => {
    const style = `writing-mode:vertical-rl;font:20px/60px serif;text-emphasis:'日';text-emphasis-position:${position}`;
    const paint = await inspect(`<!DOCTYPE html><div style="${style}">日</div>`, 'paint', null);
    const [text, mark] = [...paint.matchAll(/transform 0 -1 1 0 \S+ (\S+)\n *drawGlyphs/g)].map(([, y]) => Number(y));
    return mark! - text!;
  };

  it('stand upright beside upright text, their em boxes touching', async () => {
    expect(await markDistance('over right')).to.equal(-15);
    expect(await markDistance('over left')).to.equal(15);
  });

  it('stand over the characters of spaced text, not over the room behind these', async () => {
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
