import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

describe('markers in vertical text', () => {
  it('respect their own text-orientation', async () => {
    const heightWith = async (rule: string): Promise<number> => {
      const list = '<ol style="writing-mode:vertical-rl"><li>a</ol>';
      const { dump } = await layout(`<style>li::marker{${rule}}</style>${list}`);
      return Number(/Marker.* h([\d.]+)/.exec(dump)?.[1]);
    };
    expect(await heightWith('')).to.be.lessThan(20);
    expect(await heightWith('text-orientation:upright')).to.be.greaterThan(40);
  });
});
