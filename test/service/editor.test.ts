/** The editor in a real Chromium: reported as skipped where there is none. */
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../bench/chromium.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the editor in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let service: TestService;
  let page: Page;
  const complaints: string[] = [];

  before(async function () {
    const executablePath = chromiumPath();
    if (!executablePath) this.skip();
    service = await startService();
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      // The browser's PDF viewer is an extension with parts of its own.
      if (!request.url().startsWith(service.url) && !/^(blob|chrome|chrome-extension|data):/.test(request.url()))
        complaints.push(request.url());
    });
    await page.goto(service.url);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  it('renders with the keyboard alone and shows pages and diagnostics', async () => {
    await page.focus('textarea');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.report li');
    expect(await page.textContent('.report')).to.match(/2 pages.*line 3, column 5.*warning: unknown/s);
    expect(await page.getAttribute('iframe', 'src')).to.match(/^blob:/);
    expect(await page.isVisible('#download')).to.equal(true);
  });

  it('goes to the place of a diagnostic', async () => {
    await page.click('.report li button');
    const selection =
      "(area => area.value.slice(0, area.selectionStart).split('\\n').length)(document.querySelector('textarea'))";
    expect(await page.evaluate(selection)).to.equal(3);
  });

  it('tells of a problem in words', async () => {
    await page.fill('textarea', '<img src="http://a.example/x.png">');
    await page.click('#render');
    await page.waitForSelector('.problem');
    expect(await page.textContent('.problem')).to.include('http://a.example/x.png');
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 380, height: 700 });
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).to.equal(0);
    await page.goto(`${service.url}/docs`);
    expect(await page.evaluate(overflow)).to.equal(0);
  });

  it('loads nothing from elsewhere and breaks no policy of its own', () => {
    expect(complaints.filter((text) => !/status of 400/.test(text))).to.deep.equal([]);
  });
});
