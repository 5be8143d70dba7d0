import { expect } from 'chai';
import { existsSync } from 'node:fs';

/** What stands in dist/ is what `npm test` has just built. */
const built = new URL('../../../dist/engine/', import.meta.url);

describe('the built engine', () => {
  before(function () {
    if (!existsSync(built)) this.skip();
  });

  it('comes with compiled code that V8 takes', async () => {
    const { compileScript } = (await import(new URL('engine.cjs', built).href)) as {
      compileScript: (useCache: boolean) => { cachedDataRejected?: boolean };
    };
    expect(compileScript(true).cachedDataRejected).to.equal(false);
  });

  it('renders as the sources do', async () => {
    const { render } = await import('../../../engine/index.ts');
    const dist = (await import(new URL('index.js', built).href)) as { render: typeof render };
    const html = '<h1>Title</h1><table><tr><td>1</table><div style="display:flex"><p>x</div>';
    expect(Buffer.from((await dist.render(html)).pdf).equals((await render(html)).pdf)).to.equal(true);
  });
});
