/** Tests the editor's actions, options and layout in a real Chromium; skipped without one. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { OpenEditor } from '../support/open-editor.ts';
import { pageTexts } from '../support/pdfjs.ts';
import { until } from '../support/until.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
describe('the tools of the editor', function () {
  this.timeout(180_000);
  let editor: OpenEditor;
  let page: Page;

  before(async function () {
    editor = await OpenEditor.start(this);
    ({ page } = editor);
  });
  after(() => editor?.close());

  it('starts a new document, and asks before it replaces an edited one', async () => {
    await editor.type('<p>mine');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByText('A new document replaces your document.').waitFor();
    await page.getByRole('button', { name: 'Replace my document' }).click();
    await page.waitForSelector('.page[aria-label$="Untitled"]');
    await page.waitForSelector('#gallery:not([open])', { state: 'attached' });
    expect(await page.innerText('#source .cm-content')).to.include('<h1>Untitled</h1>');
  });

  it('shows an example in an empty style sheet and in empty data', async () => {
    await page.getByRole('tab', { name: 'CSS' }).click();
    expect(await page.innerText('#css-source .cm-placeholder')).to.equal('h1 { color: teal }');
    await page.getByRole('tab', { name: 'Data' }).click();
    expect(await page.innerText('#data-source .cm-placeholder')).to.equal('{ "name": "Ada" }');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('opens a template with its style sheet and data', async () => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'Invoice filled with data' }).click();
    await page.waitForSelector('.page[aria-label*="Invoice 2026-001"]');
    await page.getByRole('tab', { name: 'Data' }).click();
    expect(await page.innerText('#data-source .cm-content')).to.include('"number": "2026-001"');
    expect(await page.innerText('#problem-count')).to.equal('No problems');
    await editor.clear('Data');
    await editor.clear('CSS');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('shows two pages next to each other, or as a book does', async () => {
    await editor.type('<p>one<p style="break-before:page">two<p style="break-before:page">three');
    await page.waitForFunction("document.querySelectorAll('.page').length === 3");
    const places = async (): Promise<{ x: number; y: number }[]> =>
      (await Promise.all((await page.locator('.page').all()).map((one) => one.boundingBox()))).map((box) => box!);
    await page.selectOption('#zoom', { label: 'Two pages' });
    const [first, second, third] = await places();
    expect(second!.y).to.equal(first!.y);
    expect(second!.x).to.be.above(first!.x);
    expect(third!.x).to.equal(first!.x);
    await page.selectOption('#zoom', { label: 'Facing pages' });
    const [cover, left, right] = await places();
    expect(left!.y).to.equal(right!.y).and.to.be.above(cover!.y);
    expect(cover!.x).to.equal(right!.x).and.to.be.above(left!.x);
    await page.selectOption('#zoom', 'width');
  });

  it('keeps a search hit in its place when the zoom changes', async () => {
    await editor.type('<p style="padding: 300px 0 0 200px">needle');
    await page.waitForSelector('.page[aria-label$="needle"]');
    await page.fill('#search', 'needle');
    const share = async (): Promise<number> => {
      const [mark, sheet] = [await page.locator('.mark').boundingBox(), await page.locator('.page').boundingBox()];
      return Math.round((100 * (mark!.y - sheet!.y)) / sheet!.height);
    };
    const before = await share();
    await page.selectOption('#zoom', '0.5');
    expect(await share()).to.equal(before);
    await page.fill('#search', '');
    await page.selectOption('#zoom', 'width');
  });

  it('finds the text of margin boxes', async () => {
    await editor.type('<style>@page { @bottom-center { content: "Sheet " counter(page) } }</style><p>body');
    await page.waitForSelector('.page[aria-label$="Sheet 1"]');
    await page.fill('#search', 'sheet 1');
    expect(await page.innerText('#found')).to.equal('1 line');
    const [mark, sheet] = [await page.locator('.mark').boundingBox(), await page.locator('.page').boundingBox()];
    expect(mark!.y).to.be.above(sheet!.y + 0.9 * sheet!.height);
    await page.fill('#search', '');
  });

  it('keeps the bars at their height, whatever has the focus', async () => {
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 800 });
      if (width === 390) await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.fill('#search', 'needle');
      const tools = (await page.locator('.tools').boundingBox())!;
      expect(tools.height, `tools at ${width} px`).to.be.at.most(44);
      const inside = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.tools'))";
      expect(await page.evaluate(inside), `hidden tools at ${width} px`).to.equal(0);
      await page.fill('#search', '');
      if (width === 390) await page.getByRole('button', { name: 'Code', exact: true }).click();
      const report = async (): Promise<number> => (await page.locator('.report').boundingBox())!.height;
      const before = await report();
      await page.click('#source');
      expect((await page.locator('.tabs').boundingBox())!.height, `tabs at ${width} px`).to.be.at.most(44);
      expect(await report(), `problems at ${width} px`).to.equal(before);
    }
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  it('has every action on a phone, with targets of 44 px', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const name of ['Examples', 'Options', 'Theme', 'Share', 'More', 'Code', 'View', 'Download']) {
      const { height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
      expect(height, name).to.be.at.least(44);
    }
    expect(await page.getByRole('combobox', { name: 'Download as' }).isVisible()).to.equal(true);
    expect(await page.getByRole('link', { name: 'Docs' }).isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'More' }).click();
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(true);
    expect(await page.getByRole('link', { name: 'Docs' }).isVisible()).to.equal(true);
    await page.keyboard.press('Escape');
    await editor.focused('more');
    expect(await page.getByRole('link', { name: 'Docs' }).isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    expect(await page.innerText('#page-count')).to.equal('of 1');
    await page.getByRole('button', { name: 'Options' }).click();
    const sheet = (await page.locator('#options-panel').boundingBox())!;
    expect(sheet.y, 'room above the options').to.be.at.least(300);
    await page.locator('#options-panel .close').click();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  it('shows the status next to what was just copied', async () => {
    await page.click('#share');
    await page.waitForFunction("document.querySelector('#notice').textContent.includes('The link')");
    expect(await editor.status()).to.match(/^1 page, /);
  });

  it('shows calls that use the data and the added files', async () => {
    await editor.type('<p>Dear {{ name }}<img src="img/dot.svg" alt="">');
    await page.getByRole('tab', { name: 'CSS' }).click();
    await page.click('#css-source');
    await page.keyboard.insertText("p { color: red; content: '' }");
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.click('#data-source');
    await page.keyboard.insertText('{"name": "Ada"}');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await page.setInputFiles('#chooser', { name: 'dot.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByLabel('Path of dot.svg').fill('img/dot.svg');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Options' }).click();
    const { x, width } = (await page.locator('#options-panel').boundingBox())!;
    expect(x + width, 'the options leave the pages visible').to.be.at.most(
      (await page.locator('.preview').boundingBox())!.x,
    );
    await page.getByLabel('Header').fill('<b>head</b>');
    const call = async (kind: string): Promise<string> => {
      await page.getByLabel('Use these options in').selectOption(kind);
      return page.innerText('#call');
    };
    expect(await call('css')).to.equal("/* CSS can't set these options: header. */");
    expect(await call('cli')).to.equal(
      "pagewright render document.html -o document.pdf --data data.json --user-style styles.css --header '<b>head</b>'",
    );
    const node = await call('node');
    expect(node).to.include('// npm install liquidjs\n');
    expect(node).to.include(
      `{ ...filesBeside('document.html'), "userStyles":[{"url":"styles.css"}],"header":"<b>head</b>" }`,
    );
    const curl = await call('curl');
    expect(curl).to.include("-F 'values=<data.json'");
    expect(curl).to.include(`-F 'files=@"img/dot.svg";filename="img/dot.svg"'`);
    expect(curl).to.include(String.raw`--form-string 'options={"userStyles":["p { color: red; content: '\'''\'' }"]`);
    await page.getByRole('button', { name: 'Leave header and footer out on page 1' }).click();
    expect(await call('curl')).to.include('@page :first { --pagewright-header: none');
    await page.getByLabel('Header').fill('');
    await page.locator('#options-panel .close').click();
    await page.getByRole('button', { name: 'Remove dot.svg' }).click();
    await editor.clear('Data');
    await editor.clear('CSS');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('renders with the chosen options, and shows equivalent calls', async () => {
    await editor.type('<p>options');
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('Page size').selectOption('letter');
    await page.waitForFunction(
      "(({ width, height }) => Math.round(100 * width / height) === 77)(document.querySelector('.page').getBoundingClientRect())",
    );
    await page.getByLabel('Margins').fill('nothing');
    await page.waitForSelector('#status.problem');
    await page.getByLabel('Margins').fill('10mm');
    await page.waitForSelector('#status:not(.problem)');
    await page.getByLabel('Use these options in').selectOption('cli');
    expect(await page.innerText('#call')).to.equal(
      "pagewright render document.html -o document.pdf --page-size 'letter' --margin '10mm'",
    );
    await page.getByLabel('Use these options in').selectOption('node');
    expect(await page.innerText('#call')).to.include('render(html, { "pageSize":"letter","margin":"10mm" })');
    await page.getByLabel('Page size').selectOption('');
    await page.getByLabel('Margins').fill('');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#options-panel:not([open])', { state: 'attached' });
    await page.waitForFunction(
      "(({ width, height }) => Math.round(100 * width / height) === 71)(document.querySelector('.page').getBoundingClientRect())",
    );
  });

  it('prints other texts on the first page than on later pages, as rules of the CSS tab', async () => {
    await editor.type('<p>one<p style="break-before:page">two');
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('Later, top').fill(String.raw`Invoice "7\8", page {page} of {pages}`);
    await page.waitForFunction("document.querySelector('#page').value === '2'");
    await page.getByLabel('First, bottom').fill('Thank you');
    await until(async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
      const [first, second] = await pageTexts(new Uint8Array(readFileSync(await download.path())));
      return first === 'one Thank you' && second === String.raw`two Invoice "7\8", page 2 of 2`;
    });
    await page.getByLabel('Use these options in').selectOption('css');
    const rules = await page.innerText('#call');
    expect(rules.split('\n').slice(1)).to.deep.equal([
      '@page {',
      String.raw`  @top-center { content: "Invoice \"7\\8\", page " counter(page) " of " counter(pages); }`,
      '}',
      '@page :first {',
      '  @top-center { content: none; }',
      '  @bottom-center { content: "Thank you"; }',
      '}',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'CSS' }).click();
    expect(await page.innerText('#css-source .cm-content')).to.include(rules);
    await page.click('#css-source');
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('p { color: teal }\n');
    await page.reload();
    await editor.settled();
    await page.getByRole('button', { name: 'Options' }).click();
    expect(await page.getByLabel('Later, top').inputValue()).to.equal(
      String.raw`Invoice "7\8", page {page} of {pages}`,
    );
    await page.getByLabel('First, bottom').fill('');
    await page.getByLabel('Later, top').fill('');
    await page.locator('#options-panel .close').click();
    await page.getByRole('tab', { name: 'CSS' }).click();
    expect((await page.innerText('#css-source .cm-content')).trim()).to.equal('p { color: teal }');
    await editor.clear('CSS');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('switches the theme, and keeps it', async () => {
    const theme = (): Promise<unknown> => page.evaluate('document.documentElement.dataset.theme');
    // Each click changes what is visible: the first one leaves the system's theme.
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Theme' }).click();
    expect(await theme()).to.equal('dark');
    await page.reload();
    await editor.settled();
    expect(await theme()).to.equal('dark');
    expect(await page.getAttribute('#theme', 'title')).to.equal('Switch to light');
    await page.getByRole('button', { name: 'Theme' }).click();
    expect(await theme()).to.equal('system');
  });

  it('keeps edits to a shared link after a reload', async () => {
    await editor.type('<p>shared');
    await page.click('#share');
    await page.waitForFunction('location.hash.length > 3');
    await editor.type('<p>typed since');
    await page.waitForFunction("document.querySelector('.page').getAttribute('aria-label').endsWith('typed since')");
    await page.reload();
    await editor.settled();
    expect(await page.innerText('#source .cm-content')).to.contain('typed since');
  });

  it('asks before a link or an example replaces the text of this visit or an earlier one', async () => {
    await editor.type('<p>theirs');
    await page.click('#share');
    await page.waitForFunction('location.hash.length > 3');
    const link: string = await page.evaluate('location.href');
    await editor.type('<p>mine');
    await page.evaluate(`location.href = ${JSON.stringify(link)}`);
    await page.getByText('The linked document replaces your document.').waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await editor.sourceText()).to.equal('<p>mine');
    await page.goto('about:blank');
    await page.goto(editor.service.url);
    await editor.settled();
    await page.click('#new');
    await page.getByText('A new document replaces your document.').waitFor();
    await page.getByRole('button', { name: 'Replace my document' }).click();
    await page.waitForSelector('.page');
  });

  it('notes that a link is damaged', async () => {
    const other = await editor.browser.newPage({ bypassCSP: true });
    await other.goto(`${editor.service.url}/#d=AAAA`);
    await other.waitForFunction("document.querySelector('#notice').textContent.includes('damaged')");
    await other.close();
  });

  it('inserts files whatever their name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>';
    const name = 'a"><i> &amp; #1? 100%:.svg';
    await page.setInputFiles('#chooser', { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByRole('tab', { name: 'HTML' }).click();
    await editor.type('<p>named');
    await page.waitForSelector('.page[aria-label$="named"]');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: `Insert ${name}` }).click();
    expect(await editor.sourceText()).to.contain('<img src="a%22%3E%3Ci%3E %26amp; %231%3F 100%25%3A.svg" alt="">');
    await editor.settled();
    expect(await page.innerText('#diagnostics')).to.equal('');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('notes that files exceed the storage of the browser', async () => {
    const context = await editor.browser.newContext({ bypassCSP: true });
    const other = await context.newPage();
    await other.goto(editor.service.url);
    await other.waitForSelector('.page');
    const session = await context.newCDPSession(other);
    await session.send('Storage.overrideQuotaForOrigin', { origin: editor.service.url, quotaSize: 1 });
    const buffer = Buffer.alloc(2_000_000);
    await other.setInputFiles('#chooser', { name: 'large.bin', mimeType: 'application/octet-stream', buffer });
    await other.waitForFunction("document.querySelector('#notice').textContent.includes('Not all files were saved')");
    await context.close();
  });

  it('accepts a file again that was removed or changed', async () => {
    const file = { name: 'again.css', mimeType: 'text/css', buffer: Buffer.from('p { color: red }') };
    await page.setInputFiles('#chooser', file);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove again.css' }).click();
    // A browser fires no event if the chosen file is already the value.
    expect(await page.inputValue('#chooser')).to.equal('');
  });

  it('opens a link with its files in another browser', async () => {
    await editor.type('<link rel=stylesheet href=css/large.css><p>with a file');
    const buffer = Buffer.from('p { font-size: 2000px }');
    await page.setInputFiles('#chooser', { name: 'large.css', mimeType: 'text/css', buffer });
    await page.getByLabel('Path of large.css').fill('css/large.css');
    await page.keyboard.press('Enter');
    await page.click('#share');
    await page.waitForFunction("document.querySelector('#notice').textContent.includes('and its files')");
    const other = await (await editor.browser.newContext({ bypassCSP: true })).newPage();
    await other.goto(page.url());
    await other.waitForFunction("document.querySelectorAll('.page').length > 3");
    expect(await other.innerText('#tab-files')).to.equal('Files (1)');
    await other.close();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove large.css' }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('opens a link in a tab where the editor is still loading', async () => {
    await editor.type('<h1>A linked heading</h1>');
    await page.click('#share');
    await page.waitForFunction('location.hash.length > 10');
    const { hash } = new URL(page.url());
    const other = await (await editor.browser.newContext({ bypassCSP: true })).newPage();
    await other.route('**/main.js', async (route) => {
      await other.waitForFunction('window.pagewright !== undefined');
      await other.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await route.continue();
    });
    await other.goto(editor.service.url, { waitUntil: 'commit' });
    await other.waitForSelector('.page[aria-label*="A linked heading"]');
    expect(await other.locator('html').getAttribute('class')).not.to.equal('first-visit');
    await other.close();
  });

  it('notes that another tab has saved its document', async () => {
    const context = await editor.browser.newContext({ bypassCSP: true });
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const tab of [one, other]) {
      await tab.goto(editor.service.url);
      await tab.waitForSelector('.page', { timeout: 20_000 });
    }
    await other.click('#source');
    await other.keyboard.insertText('<p>in the other tab');
    await one.waitForFunction("document.querySelector('#notice').textContent.startsWith('Another tab has saved')");
    expect(await other.innerText('#notice')).to.equal('');
    await context.close();
  });

  it('adds no files that are too large or too many, and says so', async () => {
    const choose = (sizes: string): Promise<unknown> =>
      page.evaluate(`{
        const given = new DataTransfer();
        ${sizes}.forEach((size, i) => given.items.add(new File([new Uint8Array(size)], i + '.png')));
        const chooser = document.querySelector('#chooser');
        chooser.files = given.files;
        chooser.dispatchEvent(new Event('change'));
      }`);
    for (const sizes of ['[30e6, 30e6]', 'Array(1001).fill(1)']) {
      await page.evaluate("document.querySelector('#notice').textContent = ''");
      await choose(sizes);
      await page.waitForFunction(
        "document.querySelector('#notice').textContent.startsWith('The editor holds 50 MB in 1000')",
      );
      expect(await page.innerText('#tab-files')).to.equal('Files');
    }
  });

  it('notes that a link leaves out large files', async () => {
    const buffer = Buffer.alloc(200_000, ' ');
    await page.setInputFiles('#chooser', { name: 'beside.css', mimeType: 'text/css', buffer });
    await page.getByRole('button', { name: 'Remove beside.css' }).waitFor();
    await page.click('#share');
    await page.waitForFunction("document.querySelector('#notice').textContent.includes('but not the files: they are')");
    expect(page.url().length).to.be.below(10_000);
    await page.getByRole('button', { name: 'Remove beside.css' }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it("renders documents that exceed the browser's storage, and notes it", async () => {
    const other = await (await editor.browser.newContext({ bypassCSP: true })).newPage();
    await other.addInitScript(`Storage.prototype.setItem = Storage.prototype.getItem = () => {
      throw new DOMException('no storage', 'QuotaExceededError');
    };`);
    await other.goto(editor.service.url);
    await other.waitForSelector('.page', { timeout: 20_000 });
    await other.click('#source');
    await other.keyboard.insertText('<p>more than there is room for');
    await other.waitForFunction("document.querySelector('#status').textContent.includes('was not saved')");
    await other.close();
  });

  it('is accessible according to axe, wide and narrow, light and dark', async () => {
    const violations = async (): Promise<string[]> => {
      await page.evaluate(AXE);
      const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as {
        id: string;
        nodes: { html: string }[];
      }[];
      return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`);
    };
    for (const [width, colorScheme] of [
      [1200, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await violations()).to.deep.equal([]);
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow), `${width} px`).to.equal(0);
      const bar = "document.querySelector('header.bar').getBoundingClientRect().height";
      expect(await page.evaluate(bar), 'the height of the bar').to.be.at.most(64);
      const hidden =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('header.bar'))";
      expect(await page.evaluate(hidden), `what of the bar has to be moved into view at ${width} px`).to.be.at.most(0);
    }
  });

  it('loads nothing from other origins, sends nothing, and follows its own policy', async () => {
    const strict = await editor.browser.newPage();
    editor.listen(strict);
    await strict.goto(editor.service.url);
    await strict.waitForSelector('.page canvas', { timeout: 120_000 });
    await strict.click('#source');
    await strict.keyboard.insertText('<div style="display:flex"><b>x</b></div><p style="filter:blur(1px)">y');
    await strict.waitForSelector('.page[aria-label*="x y"]', { timeout: 120_000 });
    await Promise.all([strict.waitForEvent('download'), strict.click('#download')]);
    for (const label of ['PNG, 150 dpi', 'HTML with files'])
      await Promise.all([strict.waitForEvent('download'), strict.selectOption('#download-as', { label })]);
    expect(editor.complaints).to.deep.equal([]);
  });
});
