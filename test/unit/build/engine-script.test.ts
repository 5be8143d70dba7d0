import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The output of the build in `npm test`. */
const built = new URL('../../../dist/engine/', import.meta.url);

describe('the built engine', () => {
  before(function () {
    if (!existsSync(built)) this.skip();
  });

  it('exports what its types declare, with import and require', async () => {
    for (const name of ['index', 'pdf', 'puppeteer']) {
      const types = readFileSync(new URL(`${name}.d.ts`, built), 'utf8');
      const list = /export \{([^}]*)\};\s*$/
        .exec(types)![1]!
        .split(',')
        .map((one) => one.trim());
      const values = list.filter((one) => !one.startsWith('type ')).toSorted();
      const imported = (await import(new URL(`${name}.js`, built).href)) as object;
      expect(Object.keys(imported).toSorted()).to.include.members(values);
      expect(Object.keys(createRequire(built)(`./${name}.cjs`) as object)).to.include.members(values);
    }
  });

  it('exports the barcodes with import and require', async () => {
    const server = new URL('../../../dist/server/', import.meta.url);
    const imported = (await import(new URL('barcodes.js', server).href)) as object;
    expect(Object.keys(imported)).to.deep.equal(['barcodeOfUrl', 'barcodeSvg']);
    expect(createRequire(server)('./barcodes.cjs')).to.include.keys('barcodeOfUrl', 'barcodeSvg');
  });

  it('exports the signer with import and require', async () => {
    const server = new URL('../../../dist/server/', import.meta.url);
    expect(Object.keys((await import(new URL('signing.js', server).href)) as object)).to.deep.equal(['keySigner']);
    expect(createRequire(server)('./signing.cjs')).to.include.keys('keySigner');
  });

  it('renders like the sources', async () => {
    const { render } = await import('../../../engine/index.ts');
    const dist = (await import(new URL('index.js', built).href)) as { render: typeof render };
    const html =
      '<h1>Title</h1><table><tr><td>1</table><div style="display:flex"><p>x</div><p style="text-transform: full-width">₩';
    expect(Buffer.from((await dist.render(html)).pdf).equals((await render(html)).pdf)).to.equal(true);
  });
});
