import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { Diagnostics } from '../../../engine/diagnostics.ts';
import type { Element } from '../../../engine/document/node.ts';
import { parseDocument } from '../../../engine/document/parse.ts';
import { AncestorFilter } from '../../../engine/style/ancestor-filter.ts';

const CELLS = '<table><tr class="a b"><td>1<td>2<tr class="a b"><td>3<tr class="a"><td>4<tr id=x class="a b"><td>5';

describe('the ancestor filter', () => {
  const document = parseDocument(CELLS, new Budget(DEFAULT_LIMITS), new Diagnostics());
  const cells: Element[] = [];
  const visit = (element: Element): void => {
    if (element.tag === 'td') cells.push(element);
    for (const child of element.children) if (child.type === 'element') visit(child);
  };
  visit(document.root);

  it('is shared by the children of siblings with the same names', () => {
    const filter = new AncestorFilter(document.nodeCount, false);
    const [first, second, third, fourth, fifth] = cells.map((cell) => filter.of(cell));
    expect(second).to.equal(first);
    expect(third).to.equal(first);
    expect(fourth).not.to.deep.equal(first);
    expect(fifth).not.to.deep.equal(first);
  });

  it('depends on class lists that elements share', () => {
    expect(cells[2]!.parent!.classes).to.equal(cells[0]!.parent!.classes);
    expect(cells[3]!.parent!.classes).to.deep.equal(['a']);
  });
});
