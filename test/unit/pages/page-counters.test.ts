import { expect } from 'chai';
import { PageCounters } from '../../../engine/pages/page-counters.ts';
import { styled } from '../../support/style.ts';

/** Returns `page` (and `part`) on successive pages whose contexts have these declarations. */
function counted(...declarations: readonly string[]): string[] {
  const counters = new PageCounters();
  return declarations.map((text) => {
    const { styler } = styled(`<style>@page{${text}}</style>`);
    const style = styler.pageStyle({ name: '', index: 0, first: false, left: false, blank: false, groups: new Map() });
    const values = counters.advance(style, []).page;
    return [values.get('page'), values.get('part')].filter((value) => value !== undefined).join(' ');
  });
}

describe('PageCounters (css-page-3 §6.1)', () => {
  it('counts pages from one', () => {
    expect(counted('', '', '')).to.deep.equal(['1', '2', '3']);
  });

  it('follows the counter properties of @page', () => {
    expect(counted('', 'counter-increment:page 2', '')).to.deep.equal(['1', '3', '4']);
    expect(counted('', 'counter-reset:page 10', '')).to.deep.equal(['1', '10', '11']);
    expect(counted('counter-set:page 5', '')).to.deep.equal(['5', '6']);
  });

  it('continues from the values that elements on the page leave', () => {
    const counters = new PageCounters();
    const { styler } = styled('');
    const style = styler.pageStyle({ name: '', index: 0, first: false, left: false, blank: false, groups: new Map() });
    const reset = { reset: [{ name: 'page', value: 1, reversed: false }], increment: [], set: [] };
    const pages = [[], [reset], []].map((elements) => counters.advance(style, elements).page.get('page'));
    expect(pages).to.deep.equal([1, 1, 2]);
  });

  it('supports counters that only a margin box uses', () => {
    const counters = new PageCounters();
    const { styler } = styled('<style>@page{@top-left{content:counter(x);counter-increment:x 2}}</style>');
    const style = styler.pageStyle({ name: '', index: 0, first: false, left: false, blank: false, groups: new Map() });
    const pages = [1, 2].map(() => counters.advance(style, []).margins.get('top-left')?.get('x'));
    expect(pages).to.deep.equal([2, 4]);
  });

  it('keeps other page counters', () => {
    expect(counted('counter-increment:part', '', 'counter-increment:part')).to.deep.equal(['1 1', '2 1', '3 2']);
  });
});
