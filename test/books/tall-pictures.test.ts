import { expect } from 'chai';
import { layoutDocument } from '../../engine/render.ts';
import { pxFromLu } from '../../engine/units.ts';
import { linesOf } from './pages.ts';

const HEAD =
  '<!doctype html><style>@page { size: 200px 140px; margin: 20px } body { margin: 0; font: 10px/20px Arial } p { margin: 0 } .t { width: 50px; height: 150px }</style>';

/** Returns the number of pages, and the texts on the last one. */
async function pagesOf(css: string, html: string): Promise<[number, string]> {
  const { pages } = await layoutDocument(`${HEAD}<style>${css}</style>${html}`);
  const { root } = pages.at(-1)!;
  return [
    pages.length,
    linesOf([root!])
      .map(({ text }) => text)
      .join(' '),
  ];
}

const IMAGE = `<img class=t src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;

describe('books: a box that no page can hold', () => {
  it('stays on its page if the next page would cut it as often', async () => {
    for (const [css, html] of [
      ['img { display: block }', IMAGE],
      ['', `<div>${IMAGE}</div>`],
      ['b { display: inline-block }', '<div><b class=t></b></div>'],
      ['b { display: block; overflow: auto; contain: size }', '<b class=t></b>'],
      ['body { direction: rtl } img { display: block }', IMAGE],
      ['img.t { height: 130px; vertical-align: top }', `<p>text<br>${IMAGE}</p>`],
      ['img { display: block }', `<div>${IMAGE}</div>`],
      ['img { display: block }', `<div style="break-inside: avoid">${IMAGE}</div>`],
      ['', `<div style="display: flex">${IMAGE}<p>side</div>`],
      ['', `<div style="display: flex"><div>${IMAGE}</div><p>side</div>`],
      ['', `<div style="display: grid">${IMAGE}</div>`],
      ['', `<div style="display: grid"><div>${IMAGE}</div></div>`],
      ['td { padding: 0 } table { border-spacing: 0 } img { display: block }', `<table><td>${IMAGE}<td>side</table>`],
      ['img { float: left }', `${IMAGE}<p style="clear: both">`],
    ] as const)
      expect(await pagesOf(css, `<p>before</p>${html}<p>after`), css).to.deep.equal([2, 'after']);
  });

  it('moves to the next page, if that cuts it less often', async () => {
    const { pages } = await layoutDocument(
      `${HEAD}${'<p>before</p>'.repeat(4)}<style>img { display: block }</style>${IMAGE}`,
    );
    expect(pages.map(({ root }) => pxFromLu(root!.fragment.height))).to.deep.equal([100, 100, 50]);
  });
});
