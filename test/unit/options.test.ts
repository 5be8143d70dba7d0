import { expect } from 'chai';
import { OPTION_NAMES, resolveOptions } from '../../engine/options.ts';
import {
  layout,
  render,
  RenderError,
  type RenderOptions,
  renderToStream,
  renderWithLayout,
} from '../../engine/index.ts';
import { pdf } from '../../engine/puppeteer.ts';

/** Returns the message of the `invalid_options` error that the options cause. */
async function refusal(options: unknown): Promise<string> {
  const error = await render('<p>x', options as RenderOptions).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(RenderError);
  expect((error as RenderError).code).to.equal('invalid_options');
  return (error as RenderError).message;
}

describe('options', () => {
  it('refuse unknown names at every depth', async () => {
    expect(await refusal({ pagesize: 'A4' })).to.equal('unknown option pagesize; did you mean pageSize?');
    expect(await refusal({ 'page-ranges': '1' })).to.contain('did you mean pageRanges?');
    expect(await refusal({ format: 'A4' })).to.equal('unknown option format; pagewright/puppeteer accepts it');
    expect(await refusal({ limits: { maxPage: 3 } })).to.equal('unknown option limits.maxPage; did you mean maxPages?');
    expect(await refusal({ viewer: { hidetoolbar: true } })).to.contain('did you mean hideToolbar?');
    expect(await refusal({ data: {} })).to.equal(
      'unknown option data; the library takes finished HTML: fill in the template first',
    );
    const bytes = new Uint8Array(1);
    expect(await refusal({ attachments: [{ name: 'a', bytes, mimetype: 'text/csv' }] })).to.equal(
      'unknown option attachments.0.mimetype; did you mean mimeType?',
    );
    expect(await refusal({ attachments: [{ name: 'a', bytes, values: [] }] })).not.to.contain('template');
    expect(await refusal({ marginn: 0 })).to.contain('did you mean margin?');
    expect(await refusal({ colour: 0 })).to.equal('unknown option colour');
    expect(await refusal({ margin: { top: 0, right: 0, bottom: 0, left: 0, inside: 0 } })).to.contain('margin');
    expect(await refusal(JSON.parse('{"__proto__": 1}'))).to.contain('__proto__');
  });

  it('are accepted under their deprecated names, which the current ones override', async () => {
    const html = '<style>@media screen { p { color: red } }</style><img src=https://a.example/a.png alt=x><p>x';
    const current = { mediaType: 'screen', externalResources: 'ignore', loadResource: () => null } as const;
    const deprecated = { media: 'screen', external: 'ignore', resources: () => null } as const;
    const { pdf } = await render(html, current);
    expect(Buffer.from((await render(html, deprecated)).pdf).equals(pdf)).to.equal(true);
    expect(Buffer.from((await render(html, { ...current, media: 'print' })).pdf).equals(pdf)).to.equal(true);
    expect(await refusal({ media: 'tv' })).to.equal('mediaType: must be print or screen');
  });

  it('must be an object', async () => {
    for (const options of [null, 7, [], 'A4']) {
      expect(await refusal(options)).to.equal('options: must be an object');
      for (const door of [layout, renderWithLayout, pdf]) {
        const error = await door('<p>x', options as never).catch((thrown: unknown) => thrown);
        expect(error, door.name).to.be.instanceOf(RenderError);
      }
      expect(() => renderToStream('<p>x', options as never)).to.throw(RenderError, 'options: must be an object');
    }
  });

  it('refuse values of the wrong type, naming each of them', async () => {
    const message = await refusal({ title: 7, compress: 'yes', fonts: ['Arial'], onProgress: 1, signal: true });
    for (const name of ['title', 'compress', 'fonts.0', 'onProgress', 'signal']) expect(message).to.contain(`${name}:`);
  });

  it('describe the permitted values in words', async () => {
    expect(await refusal({ scale: 9 })).to.equal('scale: must be at most 2');
    expect(await refusal({ scale: 0 })).to.equal('scale: must be at least 0.1');
    expect(await refusal({ scale: '1' })).to.equal('scale: must be a number');
    expect(await refusal({ mediaType: 'tv' })).to.equal('mediaType: must be print or screen');
    expect(await refusal({ limits: { maxPages: 1.5 } })).to.equal('limits.maxPages: must be an integer');
    expect(await refusal({ limits: { maxPages: 0 } })).to.equal('limits.maxPages: must be more than 0');
  });

  it('describe the problem of the given kind of value, if several kinds are allowed', async () => {
    expect(await refusal({ margin: '1cm 2zz' })).to.match(/^margin: invalid length: 2zz\. /);
    expect(await refusal({ margin: '1cm 1cm 1cm 1cm 1cm' })).to.equal('margin: must have at most 4 lengths');
    expect(await refusal({ margin: '3zz' })).to.equal(
      'margin: invalid length: 3zz. Use an absolute length such as 20mm, 1in, 12pt or 96',
    );
    const sides = { top: 0, right: 0, bottom: 0, left: '1x' };
    expect(await refusal({ margin: sides })).to.contain('margin.left: invalid length: 1x');
    expect(await refusal({ margin: { ...sides, left: 0, inside: 0 } })).to.equal('unknown option margin.inside');
  });

  it("always report errors in the engine's own words", async () => {
    const wrong = [null, 5, -1, NaN, Infinity, 1.5, '?', {}, [], [5], [null], [{}], true, () => 0, Symbol('x'), 5n];
    const nested = [{ top: null }, { xml: 5 }, { profile: 'x' }, { zoom: true }, { permissions: { print: 'x' } }];
    expect(OPTION_NAMES).to.include.members(['margin', 'userStyles', 'fonts', 'encryption']);
    for (const name of OPTION_NAMES) {
      for (const value of [...wrong, ...nested, [new Date(NaN)]]) {
        const error = await render('', { [name]: value } as never).catch((thrown: RenderError) => thrown);
        if (!(error instanceof RenderError)) continue;
        expect(error.message, `${name}: ${String(value)}`).not.to.match(/invalid input|expected|received|instance/i);
      }
    }
    expect(await refusal({ margin: null })).to.equal(
      'margin: must be a length such as 20mm, a number of CSS px, or an object with top, right, bottom and left',
    );
    expect(await refusal({ margin: { top: true } })).to.equal(
      'margin.top: must be a length such as 20mm, or a number of CSS px',
    );
    expect(await refusal({ userStyles: [5] })).to.contain('userStyles.0: must be CSS text');
    expect(await refusal({ facturx: { xml: 5 } })).to.equal(
      'facturx.xml: must be text or bytes (a Uint8Array or an ArrayBuffer)',
    );
  });

  it('accept margins for some sides and keep the default for the others', async () => {
    const side = (20 * 96) / 25.4;
    const { margin } = resolveOptions({ margin: { top: '1in', left: undefined } });
    expect(margin).to.deep.equal({ top: 96, right: side, bottom: side, left: side });
  });

  it('treat undefined values as absent', async () => {
    expect((await render('<p>x', { pageSize: undefined, margin: undefined, limits: undefined })).pages).to.equal(1);
  });
});
