import { expect } from 'chai';
import { BoundedMap } from '../../../server/bounded-map.ts';

/** Returns the values of these keys in a map of three entries after `use`. */
function kept(use: (map: BoundedMap<string, number>) => void): (number | undefined)[] {
  const map = new BoundedMap<string, number>(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i);
  use(map);
  return ['a', 'b', 'c', 'd'].map((key) => map.get(key));
}

describe('a bounded map', () => {
  it('is filled up to its size', () => {
    expect(kept(() => undefined)).to.deep.equal([0, 1, 2, undefined]);
  });

  it('evicts only the oldest entry when it is full', () => {
    expect(kept((map) => map.set('d', 3))).to.deep.equal([undefined, 1, 2, 3]);
  });

  it('keeps entries that were read or replaced recently', () => {
    const read = kept((map) => {
      map.get('a');
      map.set('d', 3);
    });
    expect(read).to.deep.equal([0, undefined, 2, 3]);
    const replaced = kept((map) => {
      map.set('a', 9);
      map.set('d', 3);
    });
    expect(replaced).to.deep.equal([9, undefined, 2, 3]);
  });

  it('has room again after an entry was deleted', () => {
    const result = kept((map) => {
      map.delete('b');
      map.set('d', 3);
    });
    expect(result).to.deep.equal([0, undefined, 2, 3]);
  });
});
