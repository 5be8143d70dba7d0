import { expect } from 'chai';
import { appended, smallBytes, smallFloats, smallIntegers, trimmed } from '../../engine/small-arrays.ts';

describe('small arrays', () => {
  it('are empty at first and share no observable memory', () => {
    const [a, b, c] = [smallFloats(3), smallIntegers(5), smallBytes(7)];
    a.fill(1);
    c.fill(2);
    expect([...a, ...b, ...c]).to.deep.equal([1, 1, 1, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('are lists with another entry', () => {
    let list: number[] = [];
    for (let i = 0; i < 5; i++) {
      list = appended(list, i);
      expect(list).to.deep.equal(Array.from({ length: i + 1 }, (_, k) => k));
    }
  });

  it('are exact copies of lists, without spare capacity', () => {
    const grown: number[] = [];
    for (let i = 0; i < 3; i++) grown.push(i);
    expect(trimmed(grown)).to.deep.equal([0, 1, 2]);
    expect(trimmed(grown)).not.to.equal(grown);
    expect(trimmed(grown.slice(1))).to.deep.equal([1, 2]);
    const long = Array.from({ length: 100 }, (_, i) => i);
    expect(trimmed(long)).to.equal(long);
  });
});
