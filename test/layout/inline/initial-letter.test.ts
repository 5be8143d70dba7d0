import { expect } from 'chai';
import type { Fragment } from '../../../engine/layout/contract/fragment.ts';
import { layout } from '../../support/layout.ts';

/** Returns the positions of the fragments that match a pattern. */
async function placesOf(html: string, name: RegExp): Promise<string[]> {
  const { dump } = await layout(
    `<style>p{margin:0}p::first-letter{initial-letter:2}i{float:left;width:30px}</style>${html}`,
  );
  return dump.split('\n').flatMap((line) => (name.test(line) ? (/x-?[\d.]+ y-?[\d.]+/.exec(line) ?? []) : []));
}

const yOf = (place: string): number => Number(/y(\S+)/.exec(place)?.[1]);

describe('initial-letter', () => {
  it('is placed on its line next to floats, even if some clear others', async () => {
    const floats = '<i style="height:10px"></i><i style="clear:left;height:30px;width:50px"></i>';
    const [letter] = await placesOf(`<p>${floats}Abc<br>def`, /first-letter/);
    expect(letter).to.match(/^x50 /);
    expect(yOf(letter!)).to.be.lessThan(6);
  });

  it('is cleared by floats of later lines, but not by `clear`', async () => {
    const [left] = await placesOf('<p>Abc<br>d<i style="height:10px"></i>ef<br>g', /Block <i>/);
    expect(left).to.match(/^x0 /);
    expect(yOf(left!)).to.be.greaterThan(30);
    const right = '<i style="float:right;clear:left;height:10px"></i>';
    expect(yOf((await placesOf(`<p>Abc<br>def${right}<br>g`, /Block <i>/))[0]!)).to.equal(20);
  });

  it('is cleared by what establishes a formatting context after a short paragraph', async () => {
    const after = async (display: string): Promise<string> =>
      (await placesOf(`<p>A<p>b<div style="display:${display};margin-top:-20px"><b>c`, /<div>/))[0]!;
    const whole = await after('flow-root');
    expect(whole).to.match(/^x0 /);
    expect(yOf(whole)).to.equal(yOf((await placesOf('<p>A<p>b<div style="clear:left">', /<div>/))[0]!));
    expect([await after('flex'), await after('table')]).to.deep.equal([whole, whole]);
    expect(yOf(await after('block'))).to.be.below(20);
  });

  it('moves down if annotations move its line down', async () => {
    const letterIn = async (base: string): Promise<number> =>
      yOf((await placesOf(`<p style="line-height:16px">A${base}`, /first-letter/))[0]!);
    const plain = await letterIn('bc');
    const annotated = await letterIn('<ruby>b<rt style="font-size:8px">x</rt></ruby>c');
    expect(annotated - plain).to.equal(9);
  });

  it('moves its lines away from the side where lines start', async () => {
    const raised = '<p style="height:200px;writing-mode:vertical-lr" class=raised>Abc<br>def';
    const { dump } = await layout(`<style>.raised{margin:0}.raised::first-letter{initial-letter:3 1}</style>${raised}`);
    // Two empty lines, then the text's lines, from left to right.
    expect([...dump.matchAll(/line (x\S+) /g)].map((match) => match[1])).to.deep.equal(['x0', 'x0', 'x60']);
  });

  it('inherits the style of the first line', async () => {
    const { pages } = await layout(
      '<style>p::first-line{color:#00f}p::first-letter{initial-letter:2;color:inherit}</style><p>Abc<br>def',
    );
    const colors: number[] = [];
    const visit = (fragment: Fragment | undefined): void => {
      if (fragment === undefined) return;
      if (fragment.type === 'text') colors.push(fragment.style.text.color.b);
      else fragment.children.forEach(visit);
    };
    visit(pages[0]!.root?.fragment);
    expect(colors).to.have.members([1, 1, 0]);
  });
});
