/** Tests writing in the editor in a real Chromium; skipped without one. */
import { expect } from 'chai';
import { unzipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { FIRST_FILES } from '../../server/editor/first-files.ts';
import { OpenEditor } from '../support/open-editor.ts';

describe('the editor in a browser', function () {
  this.timeout(180_000);
  let editor: OpenEditor;
  let page: Page;

  before(async function () {
    editor = await OpenEditor.start(this);
    ({ page } = editor);
  });
  after(() => editor?.close());

  it('shows pages while the user types, in the page itself', async () => {
    expect(await editor.status()).to.match(/^1 page, /);
    await editor.drawn(0);
    await editor.type(
      '<style>@page{size:A5}</style>\n<p style="colour:red">one\n<p id=two style="break-before:page">two',
    );
    await page.waitForFunction("document.querySelectorAll('.page').length === 2");
    expect(await page.getAttribute('.page:nth-child(2)', 'aria-label')).to.equal('Page 2 of 2: two');
    expect(editor.complaints).to.deep.equal([]);
  });

  it('renders a change immediately if nothing else is being rendered', async () => {
    const asked = await page.evaluate(`new Promise((resolve) => {
      const { postMessage } = Worker.prototype;
      let count = 0;
      Worker.prototype.postMessage = function (request, ...rest) {
        if (request.ask === 'render') count++;
        return postMessage.call(this, request, ...rest);
      };
      document.execCommand('insertText', false, '!');
      setTimeout(() => {
        Worker.prototype.postMessage = postMessage;
        resolve(count);
      });
    })`);
    expect(asked).to.equal(1);
  });

  it('shows diagnostics next to the text and below it, and jumps to them', async () => {
    await page.waitForSelector('#diagnostics li');
    expect(await page.innerText('#diagnostics')).to.match(/line 2, column \d+.*warning: .*colour/);
    await page.waitForSelector('.cm-lint-marker');
    await page.click('#diagnostics button');
    expect(await editor.cursorLine()).to.include('one');
  });

  it('jumps from the page to the text, and from the text to the page', async () => {
    await page.keyboard.press('Control+Home');
    await page.locator('.page').nth(1).scrollIntoViewIfNeeded();
    await editor.drawn(1);
    const second = page.locator('.page').nth(1);
    const px = (await second.boundingBox())!.width / 559;
    await second.click({ position: { x: 20 * px, y: 25 * px } });
    expect(await editor.cursorLine()).to.include('two');
    await page.waitForSelector('.mark:visible');
  });

  it('keeps the scroll position while pages change', async () => {
    await editor.type('<p style="break-after:page">x'.repeat(6));
    await page.waitForFunction("document.querySelectorAll('.page').length === 6");
    const place = 'document.querySelector("#pages").scrollTop';
    await page.evaluate(`${place} = 900`);
    await editor.type('<p style="break-after:page">y'.repeat(6));
    await page.waitForFunction("document.querySelector('.page').getAttribute('aria-label').endsWith('y')");
    expect(await page.evaluate(place)).to.equal(900);
    await page.selectOption('#zoom', '1');
    expect(Math.round((await page.locator('.page').first().boundingBox())!.width)).to.equal(794);
    await page.selectOption('#zoom', 'width');
  });

  it('marks the pages as stale while there is an error', async () => {
    await editor.type('<style>@page { size: 10px; margin: 0 }</style><div style="height: 100000px">');
    await page.waitForSelector('#pages.stale');
    expect(await editor.status()).to.include('earlier version');
    await editor.type('<p>fine');
    await page.waitForSelector('#pages:not(.stale)');
  });

  it('shows a document without external resources, and notes that the service refuses them', async () => {
    await editor.type('<p style="colour: red">here\n<img src="http://a.example/x.png" alt=out>');
    await page.waitForFunction("document.querySelector('.page').getAttribute('aria-label').includes('here')");
    await page.waitForSelector('#status.problem');
    expect(await editor.status()).to.include('The service refuses this document');
    const first = page.locator('#diagnostics li').first();
    expect(await first.innerText()).to.match(
      /^line 2, column 1 error: img src http:\/\/a\.example\/x\.png is external and was skipped\. Add the file/,
    );
    expect(await page.locator('#pages.stale').count()).to.equal(0);
    const [meaning] = await Promise.all([page.context().waitForEvent('page'), first.locator('a').click()]);
    await meaning.waitForLoadState();
    expect(await meaning.evaluate('document.querySelector(location.hash).textContent')).to.equal(
      'document/external-resource',
    );
    await meaning.close();
    await editor.type('<p>fine');
    await page.waitForSelector('#status:not(.problem)');
  });

  it('lets keyboard users leave the text, and explains how', async () => {
    await page.click('#source');
    await page.waitForFunction("document.activeElement.shadowRoot?.activeElement?.className.includes('cm-content')");
    expect(await page.isVisible('.hint')).to.equal(true);
    await page.keyboard.press('Control+Space');
    await page.waitForFunction(
      "document.querySelector('#source').shadowRoot.querySelector('.cm-tooltip-autocomplete')",
    );
    await page.keyboard.press('Escape');
    await page.evaluate('(() => { window.now = Date.now; const now = Date.now(); Date.now = () => now + 60_000; })()');
    await page.keyboard.press('Tab');
    await editor.focused('splitter');
    await page.evaluate('void (Date.now = window.now)');
    expect(await page.isVisible('.hint')).to.equal(false);
    await page.keyboard.press('Shift+Tab');
    await editor.focused('source');
    await page.keyboard.press('x');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).to.equal('source');
  });

  it('accepts local files of the document', async () => {
    const red = '.red { color: red }';
    await page.setInputFiles('#chooser', { name: 'style.css', mimeType: 'text/css', buffer: Buffer.from(red) });
    // The tab of the files opens when they have been read.
    await page.waitForSelector('#tab-files[aria-selected=true]');
    await editor.type('<link rel=stylesheet href=style.css><p class=red>red');
    await page.waitForFunction("document.querySelector('.page').getAttribute('aria-label').endsWith('red')");
    expect(await page.innerText('#diagnostics')).to.equal('');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove style.css' }).click();
    await page.waitForFunction("document.querySelector('#diagnostics').textContent.includes('style.css')");
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('keeps files with folders, and renames and inserts them', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';
    await page.setInputFiles('#chooser-bar', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByLabel('Path of logo.svg').fill('img/brand/logo.svg');
    await page.keyboard.press('Enter');
    expect(await page.innerText('#files')).to.include('img/brand/');
    await page.getByRole('tab', { name: 'HTML' }).click();
    await editor.type('<p>with a logo');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Insert logo.svg' }).click();
    expect(await page.innerText('#source .cm-content')).to.include('<img src="img/brand/logo.svg" alt="">');
    await page.waitForSelector('.page[aria-label$="with a logo"]');
    expect(await page.innerText('#diagnostics')).to.equal('');
    await page.reload();
    await editor.settled();
    expect(await page.innerText('#tab-files')).to.equal('Files (1)');
    expect(await page.innerText('#diagnostics')).to.equal('');
    const [source] = await Promise.all([
      page.waitForEvent('download'),
      page.selectOption('#download-as', { label: 'HTML with files' }),
    ]);
    expect(source.suggestedFilename()).to.equal('document.zip');
    const inside = Object.keys(unzipSync(readFileSync(await source.path())));
    expect(inside).to.have.members(['document.html', 'img/brand/logo.svg']);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove logo.svg' }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('asks for files by a click, and scrolls to what it inserts', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';
    await editor.type(`${'<p>paragraph</p>'.repeat(60)}<p>the end</p>`);
    await page.waitForFunction("document.querySelectorAll('.page').length > 1");
    await page.evaluate("void document.querySelector('#pages').scrollTo(0, 0)");
    const button = page.getByRole('button', { name: 'Add files' }).first();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles({ name: 'stamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByRole('button', { name: 'Insert stamp.svg' }).click();
    await page.waitForFunction("document.querySelector('#pages').scrollTop > 100");
    expect(await page.inputValue('#page')).not.to.equal('1');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove stamp.svg' }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('inserts files at the cursor, but into the content if the cursor is in the head', async () => {
    await editor.type('<!doctype html>\n<title>x</title>\n<style>p { color: red }</style>\n<h1>Letter</h1>');
    await page.keyboard.press('Control+Home');
    await page.setInputFiles('#chooser', { name: 'a.css', mimeType: 'text/css', buffer: Buffer.from('') });
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Insert a.css' }).click();
    expect(await editor.sourceText()).to.match(/<\/style>\n<link [^>]*>\n<h1>Letter/);
    const insertInto = async (select: string): Promise<unknown> => {
      await page.getByRole('tab', { name: 'HTML' }).click();
      await editor.type('<!doctype html>\n<title>x</title>\n<h1>Letter</h1>');
      await page.keyboard.press(select);
      await page.getByRole('tab', { name: 'Files' }).click();
      await page.getByRole('button', { name: 'Insert a.css' }).click();
      return editor.sourceText();
    };
    expect(await insertInto('ArrowLeft')).to.match(/<h1>Letter<\/h1<link [^>]*>>$/);
    expect(await insertInto('Control+a')).to.match(/^<link [^>]*>$/);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Remove a.css' }).click();
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('offers corrections of misspelled names', async () => {
    await editor.type('<style>p { colour: red }</style><p>x');
    await page.getByRole('button', { name: 'Change to color' }).click();
    await page.waitForFunction("document.querySelector('#problem-count').textContent === 'No problems'");
    expect(await page.innerText('#source .cm-content')).to.include('p { color: red }');
  });

  it('formats the text', async () => {
    await editor.type('<style>p{color:red}</style><ul><li>a</li><li>b</li></ul>');
    await page.getByRole('button', { name: 'Format' }).click();
    await page.waitForFunction(
      "document.querySelector('#source').shadowRoot.querySelector('.cm-content').innerText.includes('color: red;')",
    );
    await page.click('#source');
    await page.keyboard.press('Control+z');
    expect(await page.innerText('#source .cm-content')).to.include('p{color:red}');
  });

  it('formats documents without optional end tags, and keeps those that formatting would change', async () => {
    await editor.type('<table><tr><td>1<td>x<tr><td>2<td>y</table><ul><li>a<li>b</ul>');
    await page.getByRole('button', { name: 'Format' }).click();
    await page.waitForFunction("document.querySelector('#source').shadowRoot.querySelectorAll('.cm-line').length > 10");
    const cell = (text: string): string => `    <td>${text}</td>\n`;
    const row = (...texts: string[]): string => `  <tr>\n${texts.map(cell).join('')}  </tr>\n`;
    expect(await editor.sourceText()).to.equal(
      `<table>\n${row('1', 'x')}${row('2', 'y')}</table>\n<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n`,
    );
    const crossed = '<p><b>one<i>two</b>three</i><div>four';
    await editor.type(crossed);
    await page.getByRole('button', { name: 'Format' }).click();
    await page.waitForFunction("document.querySelector('#notice').textContent.includes(\"can't be formatted\")");
    expect(await page.innerText('#source .cm-content')).to.equal(crossed);
  });

  it('suggests properties, keywords and the names that the document defines', async () => {
    const suggested = async (before: string): Promise<string> => {
      await editor.type(before);
      await page.keyboard.press('Control+Space');
      await page.waitForFunction(
        "document.querySelector('#source').shadowRoot.querySelector('.cm-tooltip-autocomplete li')",
      );
      const words = await page.innerText('#source .cm-tooltip-autocomplete');
      await page.keyboard.press('Escape');
      return words;
    };
    expect(await suggested('<style>p { string-s')).to.include('string-set');
    expect(await suggested('<style>p { footnote-display: b')).to.include('block');
    expect(await suggested('<style>h1 { counter-increment: chapter } p { content: counter(ch')).to.include('chapter');
    expect(await suggested('<style>@page wide { size: A3 } p { page: wi')).to.include('wide');
    expect(await suggested('<style>@page :n')).to.include('nth(2)');
    expect(await suggested('<style>@page { @top-l')).to.include('top-left');
    expect(await suggested('<style>@')).to.include('font-face');
    const colours = (await suggested('<style>p { colo')).split(/\s+/);
    expect(colours.filter((word) => word === 'color')).to.have.length(1);
  });

  it('inspects an element: its box, where its style comes from, and its page break', async () => {
    await editor.type(
      '<style>.note { padding: 10px; color: teal; break-before: page }</style><p>first</p><p class=note>inspected</p>',
    );
    await page.waitForFunction("document.querySelectorAll('.page').length === 2");
    await page.getByRole('button', { name: 'Inspect' }).click();
    const second = page.locator('.page').nth(1);
    await second.scrollIntoViewIfNeeded();
    const px = (await second.boundingBox())!.width / 794;
    await second.click({ position: { x: 300 * px, y: 110 * px } });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByText('color: teal').waitFor();
    expect(await inspector.innerText()).to.match(/Computed[^]*\ncolor: #008080 \.note/);
    expect(await inspector.innerText()).to.match(/p\.note[^]*Page 2/);
    const diagram = inspector.getByRole('img');
    expect(await diagram.getAttribute('aria-label')).to.match(
      /^Content [\d.]+ × [\d.]+ px, padding 10 10 10 10, border 0 0 0 0, margin 16 0 16 0$/,
    );
    expect((await diagram.innerText()).split(/\s+/).slice(0, 6)).to.deep.equal([
      'margin',
      '16',
      '0',
      'border',
      '0',
      '0',
    ]);
    expect(await inspector.innerText()).to.include('Page 2 begins with it: a property forces the break.');
    expect(await inspector.getByRole('button', { name: 'color, line 1' }).first().isVisible()).to.equal(true);
    expect(await page.locator('.edge.padding').count()).to.equal(1);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.edge').count()).to.equal(0);
  });

  it('shows the tracks of an inspected grid', async () => {
    await editor.type(
      '<style>@page { margin: 0 } body { margin: 0 } .g { display: grid; grid: 50px 70px / 120px 80px; padding: 100px }</style><div class=g><b>a</b></div>',
    );
    await page.waitForFunction("document.querySelectorAll('.page').length === 1");
    await page.getByRole('button', { name: 'Inspect' }).click();
    const sheet = page.locator('.page').first();
    await sheet.scrollIntoViewIfNeeded();
    const px = (await sheet.boundingBox())!.width / 794;
    await sheet.click({ position: { x: 50 * px, y: 50 * px } });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByText('120 80 px').waitFor();
    expect(await inspector.innerText()).to.match(/Columns\s+120 80 px\s+Rows\s+50 70 px/);
    expect(await page.locator('.edge.track').count()).to.equal(4);
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('lets text on the pages be selected', async () => {
    await editor.type('<p>Words to copy');
    await page.waitForSelector('.page[aria-label$="Words to copy"]');
    await page
      .locator('.page .text span')
      .first()
      .dblclick({ position: { x: 8, y: 8 } });
    expect(String(await page.evaluate('getSelection().toString()')).trim()).to.equal('Words');
    await page.evaluate('getSelection().empty()');
  });

  it('offers pictures of the pages', async () => {
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.selectOption('#download-as', { label: 'PNG, 150 dpi' }),
    ]);
    expect(picture.suggestedFilename()).to.equal('document.png');
    expect(readFileSync(await picture.path()).readUInt32BE(16)).to.equal(1240);
  });

  it('opens without a connection after the first visit', async () => {
    const context = await editor.browser.newContext({ bypassCSP: true });
    const other = await context.newPage();
    const isReady = (): Promise<unknown> => other.waitForSelector('#download:enabled', { timeout: 120_000 });
    await other.goto(editor.service.url);
    await isReady();
    await other.waitForSelector('html[data-offline="ready"]', { state: 'attached', timeout: 120_000 });
    // Otherwise the browser's own cache would answer, which it may clear at any time.
    await (await context.newCDPSession(other)).send('Network.clearBrowserCache');
    await context.setOffline(true);
    await other.reload();
    await isReady();
    await other.click('#source');
    await other.keyboard.insertText('<p>offline');
    await other.waitForSelector('.page[aria-label*="offline"]');
    await context.close();
  });

  it('keeps the files of one version, and no failures, for visits without a connection', async () => {
    const context = await editor.browser.newContext({ bypassCSP: true });
    const other = await context.newPage();
    const kept = (): Promise<string[]> =>
      other.evaluate(
        "caches.open('pagewright editor').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))",
      );
    await other.goto(editor.service.url);
    await other.waitForFunction('navigator.serviceWorker.controller !== null', null, { timeout: 120_000 });
    // The first visit's page has been kept, and old files deleted, before the next visit shows it.
    await other.reload();
    await other.waitForSelector('#download:enabled', { timeout: 120_000 });
    const old = new URL('editor/v/old/main.js', editor.service.url).href;
    await other.evaluate(`caches.open('pagewright editor').then((cache) => cache.put('${old}', new Response('')))`);
    expect(await kept()).to.include(old);
    const missing = new URL('missing.js', await other.evaluate("document.querySelector('script[src]').src")).href;
    expect(await other.evaluate(`fetch('${missing}').then(({ status }) => status)`)).to.equal(404);
    await other.reload();
    await other.waitForSelector('#download:enabled', { timeout: 120_000 });
    const urls = await kept();
    expect(urls.some((url) => url.includes('/editor/v/'))).to.equal(true);
    expect(urls).not.to.include.members([old]);
    expect(urls).not.to.include.members([missing]);
    await context.close();
  });

  it('downloads what the first page needs at once, and nothing twice', async () => {
    const context = await editor.browser.newContext({ serviceWorkers: 'block' });
    const other = await context.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url().replace(/^.*\/own\//, '')));
    await other.goto(editor.service.url);
    await other.waitForSelector('#download:enabled', { timeout: 120_000 });
    const own = asked.filter((name) => !name.includes('://')).sort();
    expect(own).to.deep.equal([...FIRST_FILES].sort());
    await context.close();
  });

  it('shows a picture of the first document until its page is drawn, but never over own text', async () => {
    const context = await editor.browser.newContext({ serviceWorkers: 'block' });
    const other = await context.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    const visit = async (): Promise<() => void> => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await other.unroute('**/pdfium.wasm');
      await other.route('**/pdfium.wasm', async (route) => {
        await held;
        await route.continue();
      });
      await other.goto(editor.service.url);
      return release;
    };
    const picture = other.locator('#pages img');
    let release = await visit();
    await picture.waitFor();
    await other.waitForSelector('.page[aria-label*="Babbage"] img');
    release();
    await picture.waitFor({ state: 'detached', timeout: 120_000 });
    await other.click('#source');
    await other.keyboard.insertText('own');
    await other.waitForSelector('.page[aria-label*="own"]');
    await other.goto('about:blank');
    asked.length = 0;
    release = await visit();
    await other.waitForSelector('.page[aria-label*="own"]', { timeout: 120_000 });
    expect(await picture.isVisible()).to.equal(false);
    expect(asked.filter((url) => url.endsWith('first-page.png'))).to.deep.equal([]);
    release();
    await context.close();
  });

  it('shows the first document with its text before the engine has arrived, and links it to the source', async () => {
    const context = await editor.browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 1200, height: 800 },
    });
    const other = await context.newPage();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/engine/index.js', async (route) => {
      await held;
      await route.continue();
    });
    await other.goto(editor.service.url);
    const line = other.locator('.page .text span', { hasText: 'The engine' });
    await line.waitFor({ state: 'attached' });
    const { x, y } = (await line.boundingBox())!;
    await other.mouse.click(x + 5, y + 5);
    expect(await other.innerText('.cm-activeLine')).to.equal('<h1>The engine</h1>');
    expect(await other.isEnabled('#download')).to.equal(false);
    const before = await other.locator('.page .text').innerText();
    release();
    await other.waitForSelector('#download:enabled', { timeout: 120_000 });
    expect(await other.locator('.page .text').innerText()).to.equal(before);
    await context.close();
  });

  it('requests the first document before the page has its own script', async () => {
    const context = await editor.browser.newContext({ serviceWorkers: 'block' });
    const other = await context.newPage();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/main.js', async (route) => {
      await held;
      await route.continue();
    });
    await other.addInitScript(`
      const Original = Worker;
      Worker = class extends Original {
        constructor(...given) {
          super(...given);
          this.addEventListener('message', ({ data }) => (document.documentElement.dataset.answer = data.say));
        }
      };`);
    await other.goto(editor.service.url, { waitUntil: 'commit' });
    await other.waitForSelector('html[data-answer=rendered]', { state: 'attached', timeout: 120_000 });
    release();
    await other.waitForSelector('#download:enabled', { timeout: 120_000 });
    await context.close();
  });

  it('offers the PDF, and the document as a link', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
    expect(readFileSync(await download.path(), 'latin1')).to.match(/^%PDF-1/);
    await editor.type('<title>Grüße</title><p>shared 漢');
    await page.click('#share');
    await page.waitForFunction('location.hash.length > 20');
    const link = page.url();
    const other = await (await editor.browser.newContext({ bypassCSP: true })).newPage();
    await other.goto(link);
    await other.waitForFunction(
      "document.querySelector('.page')?.getAttribute('aria-label')?.includes('shared 漢')",
      null,
      { timeout: 120_000 },
    );
    await other.close();
  });

  it('restores the typed text', async () => {
    await editor.type('<p>remembered');
    await page.waitForFunction("document.querySelector('.page').getAttribute('aria-label').endsWith('remembered')");
    await page.goto('about:blank');
    await page.goto(editor.service.url);
    await page.waitForFunction("document.querySelector('.page')?.getAttribute('aria-label')?.endsWith('remembered')");
  });

  it('opens examples, and asks before one replaces an edited document', async () => {
    await editor.type('<p>mine');
    await page.getByRole('button', { name: 'Examples' }).click();
    const cards = page.locator('#gallery li button');
    await cards.first().waitFor();
    expect(await cards.count()).to.be.at.least(24);
    await page.getByRole('button', { name: 'Invoice 2026-0417' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await page.innerText('#source .cm-content')).to.equal('<p>mine');
    await page.getByRole('button', { name: 'Invoice 2026-0417' }).click();
    await page.getByRole('button', { name: 'Replace my document' }).click();
    await page.waitForSelector('.page[aria-label*="2026-0417"]');
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'Water in the Upper Valley' }).click();
    await page.waitForSelector('.page[aria-label*="Ten years"]');
  });

  it('lists thumbnails of all pages, and scrolls to them', async () => {
    const thumbnails = page.getByRole('list', { name: 'Pages' }).getByRole('button');
    expect(await thumbnails.count()).to.equal(await page.locator('.page').count());
    await page.waitForFunction("document.querySelectorAll('#thumbnails canvas')[2].width > 80");
    await thumbnails.nth(2).click();
    await page.waitForSelector('#thumbnails li:nth-child(3) [aria-current=page]');
    expect(await page.inputValue('#page')).to.equal('3');
    await page.fill('#page', '1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#thumbnails li:nth-child(1) [aria-current=page]');
    await page.selectOption('#zoom', 'page');
    const { height } = (await page.locator('.page').first().boundingBox())!;
    expect(height).to.be.at.most((await page.locator('#pages').boundingBox())!.height);
    await page.selectOption('#zoom', 'width');
  });

  it('finds text on the pages', async () => {
    await page.fill('#search', 'TEN YEARS');
    await page.waitForSelector('.mark:visible');
    expect(await page.innerText('#found')).to.match(/^\d+ lines?$/);
    await page.fill('#search', 'no such text');
    expect(await page.innerText('#found')).to.equal('Not found');
    await page.fill('#search', '');
  });

  it('applies CSS and data from their tabs, and reports errors in them', async () => {
    await editor.type('<p>Dear {{ name }}');
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.click('#data-source');
    await page.keyboard.insertText('{"name": "Ada"}');
    await page.waitForSelector('.page[aria-label$="Dear Ada"]');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{"name"}');
    await page.waitForFunction("document.querySelector('#diagnostics').textContent.includes('valid JSON')");
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('tab', { name: 'CSS' }).click();
    await page.click('#css-source');
    await page.keyboard.insertText('@page { size: 100px 50px; margin: 0 }\np { colour: red }');
    await page.waitForFunction("document.querySelector('#diagnostics').textContent.includes('styles.css')");
    expect(await page.locator('.page').count()).to.be.above(0);
    await page.getByRole('tab', { name: 'HTML' }).click();
    // Without data, the first problem is the template.
    await page
      .getByRole('button', { name: /^styles\.css, / })
      .first()
      .click();
    expect(await page.getAttribute('#tab-css', 'aria-selected')).to.equal('true');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('links the pages of a filled template and its text both ways', async () => {
    await editor.type('{% for name in names %}\n<p>Dear {{ name }}</p>\n{% endfor %}\n<h1>End</h1>');
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.click('#data-source');
    await page.keyboard.insertText('{"names": ["Ada", "Grace", "Mary"]}');
    await page.waitForSelector('.page[aria-label*="Dear Mary"]');
    const clickOn = async (text: string): Promise<void> => {
      const box = await page.locator('.page .text span', { hasText: text }).first().boundingBox();
      await page.mouse.click(box!.x + 4, box!.y + box!.height / 2);
    };
    await editor.drawn(0);
    await clickOn('Dear Grace');
    expect(await editor.cursorLine()).to.equal('<p>Dear {{ name }}</p>');
    await clickOn('End');
    expect(await editor.cursorLine()).to.equal('<h1>End</h1>');
    await page.waitForSelector('.mark:visible');
    await editor.clear('Data');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('counts mistakes in data and templates as problems, and jumps to them', async () => {
    const problems = page.getByRole('region', { name: 'Problems' });
    await editor.type('<p style="colour: red">Dear\n{{ name }} {{ nmae }}');
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.click('#data-source');
    await page.keyboard.insertText('{"name": "Ada"}');
    await page.waitForSelector('.page[aria-label$="Dear Ada"]');
    await problems.getByRole('button', { name: /^line 2, column 1\d$/ }).click();
    expect(await editor.cursorLine()).to.include('nmae');
    await problems.getByRole('button', { name: 'line 1, column 11' }).click();
    expect(await editor.cursorLine()).to.include('colour');
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.click('#data-source');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{\n  "name"}');
    await page.waitForSelector('#pages.stale');
    expect(await page.innerText('#problem-count')).to.equal('1 error');
    expect(await editor.status()).to.equal('The pages show an earlier version.');
    expect(await problems.innerText()).not.to.include('colour');
    await page.getByRole('tab', { name: 'HTML' }).click();
    await problems.getByRole('button', { name: 'data.json, line 2, column 9' }).click();
    expect(await page.getAttribute('#tab-data', 'aria-selected')).to.equal('true');
    await editor.clear('Data');
    await page.keyboard.insertText('{"name": "Ada"}');
    await page.waitForSelector('#pages:not(.stale)');
    await editor.type('<p>Dear\n{% nope %}');
    await page.waitForFunction("document.querySelector('#diagnostics').textContent.includes('nope')");
    await problems.getByRole('button', { name: /^line 2, column 1$/ }).click();
    expect(await editor.cursorLine()).to.equal('{% nope %}');
    await editor.clear('Data');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });
});
