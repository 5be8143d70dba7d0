import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';

const SPRITE = `<svg xmlns="http://www.w3.org/2000/svg">
  <style>.s { fill: orange }</style>
  <symbol id="star" viewBox="0 0 10 10"><rect class="s" width="10" height="10"/><use href="#dot"/></symbol>
  <circle id="dot" r="1" fill="url(#g)"/>
  <linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
  <mask id="m"><rect width="5" height="5" fill="white"/></mask>
  <clipPath id="c"><rect width="6" height="6"/></clipPath>
  <marker id="k" markerWidth="3" markerHeight="3"><rect width="2" height="2" fill="lime"/></marker>
</svg>`;

const loadResource = (name: string): Promise<Uint8Array | null> =>
  Promise.resolve(name === 'icons/sprite.svg' ? new TextEncoder().encode(SPRITE) : null);

const painted = (content: string): Promise<string> => inspect(`<svg>${content}</svg>`, 'paint', null, { loadResource });

describe('SVG files that SVG content refers to', () => {
  it('give their elements, with the styles and references of the file', async () => {
    for (const name of ['href', 'xlink:href']) {
      const text = await painted(`<use ${name}="icons/sprite.svg#star" width=20 height=20 />`);
      expect(text).to.match(/fillPath .*#ffa500/);
      expect(text).to.match(/fillGradient/);
    }
  });

  it('give gradients, masks, clip paths and markers', async () => {
    const rect = (attribute: string): Promise<string> => painted(`<rect width=20 height=20 ${attribute} />`);
    expect(await rect('fill="url(icons/sprite.svg#g)"')).to.match(/fillGradient/);
    expect(await rect('mask="url(icons/sprite.svg#m)"')).to.match(/mask luminance/);
    expect(await rect('clip-path="url(icons/sprite.svg#c)"')).to.match(/clipPath M 0 0 L 6 0/);
    const line = await painted('<path d="M0 0H10" stroke=red marker-end="url(icons/sprite.svg#k)" />');
    expect(line).to.match(/fillPath .*#00ff00/);
  });

  it("aren't instantiated from data: URLs, which is reported", async () => {
    const use = `<use href='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><rect id="r" width="9" height="9"/></svg>#r'/>`;
    expect(await painted(use)).not.to.match(/fillPath/);
    const { diagnostics } = await render(`<svg>${use}</svg>`);
    expect(diagnostics.map(({ code }) => code)).to.include('paint/missing-element');
  });

  it('are reported if the file or the element is missing', async () => {
    const messages = async (href: string): Promise<string[]> =>
      (await render(`<svg><use href="${href}"/></svg>`, { loadResource })).diagnostics.map(({ code }) => code);
    expect(await messages('icons/sprite.svg#none')).to.deep.equal(['paint/missing-element']);
    expect(await messages('none.svg#star')).to.deep.equal(['document/missing-resource', 'paint/missing-element']);
  });

  it('are reported at the shapes that refer to them', async () => {
    const html = '<svg>\n<rect width=9 height=9 />\n <rect width=9 height=9 fill="url(none.svg#g)" /></svg>';
    const { diagnostics } = await render(html, { loadResource });
    expect(diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`)).to.deep.equal([
      'document/missing-resource 3:2',
      'paint/missing-element 3:2',
    ]);
  });
});

describe('broken images', () => {
  it('are reported at the place that shows them', async () => {
    const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect ';
    const places = async (html: string): Promise<string[]> =>
      (await render(`<p>\n${html}`)).diagnostics.map(({ code, line }) => `${code} ${line}`);
    expect(await places(`\n<img src='${svg}width="1'>`)).to.deep.equal(['image/broken 3']);
    expect(await places('<img src="data:image/png;base64,AAAA">')).to.deep.equal(['image/unknown-format 2']);
    expect(await places('<style>p{\nbackground:url(data:,a)}</style>')).to.deep.equal(['image/unknown-format 3']);
  });
});
