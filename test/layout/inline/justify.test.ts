import { expect } from 'chai';
import type { Fragment } from '../../../engine/layout/contract/fragment.ts';
import { layout } from '../../support/layout.ts';

/** Returns the indices of the characters in a line of 200 px that justification widens. */
async function gaps(html: string, style = ''): Promise<string> {
  const widths = async (align: string): Promise<number[]> => {
    const { pages } = await layout(`<div style="width:200px;text-align-last:${align};${style}">${html}</div>`);
    const found: number[] = [];
    const visit = (fragment: Fragment): void => {
      if (fragment.type === 'text') {
        const { run, justification } = fragment;
        run.clusters.forEach((cluster, g) => {
          found[cluster] = run.advances[g]! + (run.text[cluster] === ' ' ? justification : 0);
        });
      } else for (const child of fragment.children) visit(child);
    };
    if (pages[0]!.root) visit(pages[0]!.root.fragment);
    return found;
  };
  const [plain, justified] = [await widths('start'), await widths('justify')];
  return justified.flatMap((width, i) => (width > plain[i]! + 0.01 ? [i] : [])).join(' ');
}

describe('justification', () => {
  it('widens word separators and gaps next to ideographs; inter-word only the former, inter-character all gaps', async () => {
    expect(await gaps('ab c日')).to.equal('2 3');
    expect(await gaps('ab c日', 'text-justify:inter-word')).to.equal('2');
    expect(await gaps('ab c日', 'text-justify:inter-character')).to.equal('0 1 2 3');
    expect(await gaps('ab c日', 'text-justify:none')).to.equal('');
    expect(await gaps('a\u1361b', 'text-justify:inter-word')).to.equal('1');
  });

  it('widens both sides of symbols', async () => {
    expect(await gaps('a(✓)b')).to.equal('1 2');
    expect(await gaps('a(†)b')).to.equal('1 2');
    expect(await gaps('a①—●b')).to.equal('0 1 2 3');
    expect(await gaps('a🙂b')).to.equal('0 1');
    expect(await gaps('a…“b”—c')).to.equal('');
  });

  it('respects the text-justify of each text', async () => {
    expect(await gaps('a b <span style="text-justify:none">c d</span> e')).to.equal('1 3 7');
  });

  it('leaves text before a tab unchanged, so that tabs end at their stops', async () => {
    expect(await gaps('a b\tc d e', 'white-space:pre-wrap')).to.equal('5 7');
    expect(await gaps('a b\t', 'white-space:pre-wrap')).to.equal('');
    expect(await gaps('a b\tc d', '')).to.equal('1 3 5');
  });

  it('counts gaps with direction marks once', async () => {
    expect(await gaps('日\u2066本\u2069語')).to.equal('0 2');
  });

  it('adds space after right-to-left letters with inter-character, but not before marks or between joined letters', async () => {
    const edge = async (style: string): Promise<number> => {
      const { pages } = await layout(
        `<div dir=rtl style="width:200px;text-align-last:justify;font-family:Arimo;${style}">אבג דה</div>`,
      );
      let offset = 0;
      const visit = (fragment: Fragment): void => {
        if (fragment.type === 'text') offset = fragment.run.advances.at(-1)! - (fragment.run.xOffsets?.at(-1) ?? 0);
        else fragment.children.forEach(visit);
      };
      visit(pages[0]!.root!.fragment);
      return offset;
    };
    // The first letter, at the right edge, has its space on its left.
    expect(await edge('text-justify:inter-character')).to.be.closeTo(await edge('text-justify:none'), 0.01);
    expect(await gaps('कि ab', 'text-justify:inter-character')).to.equal('0 2 3');
    expect(await gaps('ىﺏ ab', 'text-justify:inter-character')).to.not.match(/^0/);
  });
});
