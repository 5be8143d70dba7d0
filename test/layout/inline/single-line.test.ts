import { expect } from 'chai';
import { layout } from '../../support/layout.ts';

/** Texts in inline boxes that affect only their style. `{}` is replaced by a declaration for the boxes. */
const CONTENTS = [
  '<b style="{}">plain</b>',
  '<i style="{}">slanted <b style="{}">and bold</b></i>',
  '<code style="{}">code</code>',
  '<code style="{};font-size:30px;line-height:1">large</code>',
  '<b style="{};font-size:8px">small <!-- --> </b>',
  '<b style="{};line-height:normal">Ελληνικά עברית 中文</b>',
  '<i style="{}"><b style="{};font-size:2em">nested</b></i>',
  '<b style="{};text-transform:uppercase;letter-spacing:2px">two words</b>',
];
/** Styles of the container. */
const CONTAINERS = [
  '',
  'line-height:40px',
  'text-align:center',
  'text-align:right;text-indent:1em',
  'text-align:justify;text-align-last:justify',
  'width:30px',
  'writing-mode:vertical-rl',
  'writing-mode:sideways-lr',
  'direction:rtl',
  'line-height-step:25px',
  'display:list-item;list-style-position:inside',
];

describe('single lines', () => {
  it('have the same fragments whether or not the line builder makes them', async () => {
    for (const doctype of ['<!doctype html>', ''])
      for (const container of CONTAINERS)
        for (const content of CONTENTS) {
          const html = (align: string): string =>
            `${doctype}<div style="${container}">${content.replaceAll('{}', `vertical-align:${align}`)}</div>`;
          // `0` is the baseline too, but a length, which only the builder resolves.
          const [single, built] = [await layout(html('baseline')), await layout(html('0'))];
          expect(single.dump, html('baseline')).to.equal(built.dump);
        }
  });
});
