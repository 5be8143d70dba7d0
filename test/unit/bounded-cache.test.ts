import { expect } from 'chai';
import { BoundedCache } from '../../engine/bounded-cache.ts';

describe('BoundedCache', () => {
  it('evicts the least recently used entry', () => {
    const cache = new BoundedCache<string, number>(2, 100);
    cache.set('a', 1, 10);
    cache.set('b', 2, 10);
    expect(cache.get('a')).to.equal(1);
    cache.set('c', 3, 10);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).to.deep.equal([1, undefined, 3]);
  });

  it('respects its size limit and stores nothing larger than half of it', () => {
    const cache = new BoundedCache<string, number>(100, 100);
    cache.set('big', 1, 51);
    expect(cache.get('big')).to.equal(undefined);
    for (const [key, value] of [...'abcde'].entries()) cache.set(value, key, 30);
    expect([...'abcde'].map((key) => cache.get(key))).to.deep.equal([undefined, undefined, 2, 3, 4]);
    cache.set('c', 9, 50);
    expect([...'cde'].map((key) => cache.get(key))).to.deep.equal([9, undefined, 4]);
  });
});
