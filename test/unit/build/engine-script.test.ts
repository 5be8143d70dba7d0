import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The output of the build in `npm test`. */
const built = new URL('../../../dist/engine/', import.meta.url);

/** A GIF of one pixel. */
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

/** A document that needs a part of the engine's script, by the part's name. */
const NEEDING = {
  columns: '<p style="columns: 2">a b c',
  edits: '<h1>Title</h1><nav data-contents></nav>',
  filters: '<p style="filter: blur(2px)">a',
  flex: '<p style="display: flex">a',
  forms: '<input value="a"><select><option>b</select>',
  grid: '<p style="display: grid">a',
  images: `<img src="${GIF}">`,
  math: '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
  phrases: '<p lang="ja" style="word-break: auto-phrase; width: 4em">今日はとても天気です',
  svg: '<svg width="9" height="9"><path d="M0 0h9v9"/></svg>',
};

/** Renders a document, and prints the names of all scripts that run. */
const RUN = `
const vm = require('node:vm');
const { basename } = require('node:path');
const run = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    run.push(basename(options.filename));
  }
};
require(${JSON.stringify(fileURLToPath(new URL('index.cjs', built)))})
  .render(process.argv[1])
  .then(() => console.log(run.join(' ')));
`;

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

  it('loads parts for the documents that need them', () => {
    const scriptsFor = (html: string): string[] =>
      execFileSync(process.execPath, ['-e', RUN, html], { encoding: 'utf8', env: { PAGEWRIGHT_CODE_CACHE: 'off' } })
        .trim()
        .split(' ');
    expect(scriptsFor('<h1>Title</h1><table><tr><td>1</table><ul><li>2')).to.deep.equal(['engine.script.cjs']);
    for (const [part, html] of Object.entries(NEEDING))
      expect(scriptsFor(html)).to.include(`engine-${part}.script.cjs`);
  });

  it('renders parts like the sources', async () => {
    const { render } = await import('../../../engine/index.ts');
    const dist = (await import(new URL('index.js', built).href)) as { render: typeof render };
    const html = Object.values(NEEDING).join('');
    expect(Buffer.from((await dist.render(html)).pdf).equals((await render(html)).pdf)).to.equal(true);
  });

  it('renders like the sources', async () => {
    const { render } = await import('../../../engine/index.ts');
    const dist = (await import(new URL('index.js', built).href)) as { render: typeof render };
    const html =
      '<h1>Title</h1><table><tr><td>1</table><div style="display:flex"><p>x</div><p style="text-transform: full-width">₩';
    expect(Buffer.from((await dist.render(html)).pdf).equals((await render(html)).pdf)).to.equal(true);
  });
});
