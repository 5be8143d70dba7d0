/** Tests the documentation in a real Chromium, from the service and from a folder on disk; skipped without one. */
import { expect } from 'chai';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { guides, specimensOf } from '../../scripts/docs/guide.ts';
import { siteName } from '../../scripts/docs/pages.ts';
import { textOf } from '../../server/editor/share.ts';
import { listenTo, openBrowser } from '../support/browser.ts';
import { extractText } from '../support/pdfium.ts';
import { startService, type TestService } from '../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SITE = fileURLToPath(new URL('../../dist/docs/', import.meta.url));
const MOST_PAGE_BYTES = 200_000;
const all = guides();

describe('the documentation in a browser', function () {
  this.timeout(240_000);
  let browser: Browser;
  let context: BrowserContext;
  let service: TestService;
  let page: Page;
  const complaints: string[] = [];

  before(async function () {
    browser = await openBrowser(this);
    service = await startService();
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    listenTo(page, service.url, complaints);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });
  afterEach(() => expect(complaints.splice(0)).to.deep.equal([]));

  const searchBox = () => page.getByRole('searchbox', { name: 'Search the documentation' });
  const firstResult = () => page.locator('.found li a').first();

  for (const place of ['the service', 'a folder on disk'])
    it(`finds a section by its words from ${place}`, async () => {
      const start =
        place === 'the service'
          ? `${service.url}/guides/recipes/invoice.html`
          : pathToFileURL(join(SITE, 'recipes/invoice.html')).href;
      await page.goto(start);
      await page.keyboard.press('/');
      await page.keyboard.type('from a CDN');
      await firstResult().waitFor();
      expect(await firstResult().innerText()).to.contain('Load images from a CDN');
      await page.keyboard.press('Enter');
      await page.waitForURL(/servers\.html#load-images-from-a-cdn$/);
      await searchBox().fill('xyzzyx');
      await page.getByText('Nothing found for “xyzzyx”').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.locator('.found').isVisible()).to.equal(false);
    });

  it('shows the words of a section in results, without marks of the source', async () => {
    await page.goto(`${service.url}/guides/`);
    await searchBox().fill('line numbers');
    await page.locator('.found li small').first().waitFor();
    const excerpts = await page.locator('.found li small').allInnerTexts();
    expect(excerpts.filter((text) => text.includes('<!--') || !/[.…]$/.test(text))).to.deep.equal([]);
  });

  it('finds guides by questions, before references', async () => {
    await page.goto(`${service.url}/guides/`);
    for (const [query, path] of [
      ['header only on second page', 'recipes/first-page.html'],
      ['page numbers', 'recipes/page-numbers.html'],
      ['external image', 'servers.html#load-images-from-a-cdn'],
    ] as const) {
      await searchBox().fill(query);
      await page.locator(`.found li:first-child a[href$="${path}"]`).waitFor();
    }
  });

  for (const width of [1440, 390])
    it(`breaks no word of a table and covers no code at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.url}/guides/options.html`);
      const broken = await page.locator('td code, th').evaluateAll(
        (all) =>
          all.filter((one) => {
            const words = one.textContent.split(/[\s-]+/).length;
            return new Set([...one.getClientRects()].map(({ top }) => Math.round(top))).size > words;
          }).length,
      );
      const narrowest = await page
        .locator('td:first-child code')
        .first()
        .evaluate((code) => code.getClientRects().length);
      expect([broken, narrowest]).to.deep.equal([0, 1]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      await page.goto(`${service.url}/docs`);
      const covered = await page.locator('.sample').evaluateAll(
        (samples) =>
          samples.filter((sample) => {
            const [code, tools] = ['pre', '.tools'].map((name) => sample.querySelector(name)!.getBoundingClientRect());
            return tools!.bottom > code!.top + 1;
          }).length,
      );
      expect(covered).to.equal(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

  it('shows the current page in the list of all pages', async () => {
    await page.goto(`${service.url}/guides/migrate/prince.html`);
    const { y, height } = (await page.locator('.all [aria-current]').boundingBox())!;
    const isShown = y > 0 && y + height < page.viewportSize()!.height;
    expect(isShown).to.equal(true);
    expect(await page.evaluate('scrollY')).to.equal(0);
  });

  it('shows a page for unknown addresses, and adds a missing ending', async () => {
    await page.goto(`${service.url}/guides/recipes/invoice`);
    expect(page.url()).to.equal(`${service.url}/guides/recipes/invoice.html`);
    const answer = await page.goto(`${service.url}/guides/recipes/nothing.html`);
    expect(answer!.status()).to.equal(404);
    expect(await page.locator('h1').innerText()).to.equal('Page not found');
    await page.getByRole('link', { name: 'Watermark' }).click();
    await page.waitForURL(`${service.url}/guides/recipes/watermark.html`);
    expect(complaints.splice(0).filter((one) => !one.includes('404'))).to.deep.equal([]);
  });

  it('searches on the page that the service writes', async () => {
    await page.goto(`${service.url}/docs`);
    await searchBox().fill('watermark');
    await firstResult().waitFor();
    await firstResult().click();
    await page.waitForURL(/\/guides\//);
    await page.getByRole('link', { name: 'API of this service' }).click();
    await page.waitForURL(`${service.url}/docs`);
  });

  it('calls a route from its description', async () => {
    await page.goto(`${service.url}/guides/http-api.html`);
    const consoleOf = (route: string) => page.locator(`h3:text-is("${route}") ~ .console`).first();
    const check = consoleOf('POST /v1/check');
    await check.getByText('Try it').click();
    await check.getByLabel('body').fill('{"html": "<p style=colour:red>Hello"}');
    await check.getByRole('button', { name: 'Send' }).click();
    await check.getByText('200 OK').waitFor();
    expect(await check.locator('pre').first().innerText()).to.contain('"css/unknown-property"');

    const render = consoleOf('POST /v1/render');
    await render.getByText('Try it').click();
    await render.getByRole('button', { name: 'Send' }).click();
    await render.getByRole('link', { name: 'Save document.pdf' }).waitFor();

    const job = consoleOf('GET /v1/jobs/{id}');
    await job.getByText('Try it').click();
    await job.getByLabel('id (required)').fill('none');
    await job.getByLabel('API key (optional)').fill('pw_wrong');
    await job.getByRole('button', { name: 'Send' }).click();
    await job.getByText('403 Forbidden').waitFor();
    complaints.splice(0);
  });

  it('copies a sample', async () => {
    await page.goto(`${service.url}/guides/start.html`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('npx pagewright render invoice.html');
  });

  it('opens a document in the editor', async () => {
    await page.goto(`${service.url}/guides/recipes/invoice.html`);
    const link = page.getByRole('link', { name: 'Open in editor' });
    const href = await link.evaluate('(link) => link.href').catch(() => null);
    const url = new URL((href as string | null) ?? (await link.getAttribute('href'))!, page.url());
    expect(url.origin + url.pathname).to.equal(`${service.url}/`);
    expect(await textOf(url.hash)).to.contain('<title>Invoice 2026-118</title>');
    await page.goto(pathToFileURL(join(SITE, 'recipes/invoice.html')).href);
    expect(await link.getAttribute('href')).to.match(/^http:\/\/127\.0\.0\.1:8080\/#d=/);
    expect(await page.getByRole('link', { name: 'Editor', exact: true }).isVisible()).to.equal(false);
  });

  it('has a picture of the result in every recipe', async () => {
    for (const { path } of all.filter((guide) => guide.path.startsWith('recipes/'))) {
      const html = readFileSync(join(SITE, siteName(path)), 'utf8');
      const pictures = [...html.matchAll(/<img src="([^"]+)" alt="[^"]+"/g)].map(([, name]) => name!);
      expect(pictures.length, path).to.be.greaterThan(0);
      for (const name of pictures) expect(existsSync(join(SITE, 'recipes', name)), name).to.equal(true);
    }
  });

  it('shows the redacted copy in the recipe of redaction', async () => {
    const text = (await extractText(readFileSync(join(SITE, 'recipes/redaction.pdf')))).join('');
    expect(text).to.contain('Statement').and.to.not.contain('Lindqvist');
  });

  it('shows the pages of every specimen, and opens it in the editor', async () => {
    for (const guide of all)
      for (const { name, document } of specimensOf(guide)) {
        const html = readFileSync(join(SITE, siteName(guide.path)), 'utf8');
        const figure = html.split('<figure').find((text) => text.includes(`specimens/${name}-1.png"`))!;
        const [, hash] = /href="[^"]*(#d=[^"]+)"/.exec(figure)!;
        expect(await textOf(hash!), name).to.equal(document);
      }
  });

  it('shows the result of each step of the tutorial', () => {
    const html = readFileSync(join(SITE, 'tutorial.html'), 'utf8');
    expect([...html.matchAll(/alt="[^"]*: step \d"/g)]).to.have.lengthOf(4);
  });

  it('has no broken links in the built pages', () => {
    for (const { path } of all) {
      const file = join(SITE, siteName(path));
      const html = readFileSync(file, 'utf8').replace(/<[^>]* data-(?:served|editor)\b[^>]*>/g, '');
      for (const [, link] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^[a-z]+:/.test(link!)) continue;
        const [target, anchor] = link!.split('#', 2) as [string, string?];
        const linked = target === '' ? file : join(dirname(file), target);
        expect(existsSync(linked), `${path} -> ${link}`).to.equal(true);
        if (anchor !== undefined)
          expect(readFileSync(linked, 'utf8'), `${path} -> ${link}`).to.contain(`id="${anchor}"`);
      }
    }
  });

  it('has pages of less than 200 KB', () => {
    const shared = ['guides.css', 'site.js'].map((name) => gzipSync(readFileSync(join(SITE, name))).length);
    for (const { path } of all) {
      const file = join(SITE, siteName(path));
      const html = readFileSync(file, 'utf8');
      const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(
        ([, name]) => statSync(join(dirname(file), name!)).size,
      );
      const bytes = [...shared, ...pictures].reduce((sum, size) => sum + size, gzipSync(html).length);
      expect(bytes, path).to.be.below(MOST_PAGE_BYTES);
    }
  });

  it('downloads less than 200 KB for the page that the service writes', async () => {
    const visit = await browser.newPage();
    const responses: Response[] = [];
    visit.on('response', (response) => responses.push(response));
    await visit.goto(`${service.url}/docs`, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
    expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).to.be.within(1, MOST_PAGE_BYTES);
    await visit.close();
  });

  for (const [width, colorScheme] of [
    [1200, 'light'],
    [1200, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)
    it(`is accessible at ${width} px, ${colorScheme}`, async () => {
      // The checks are injected, which the policy forbids.
      const free = await browser.newPage({ bypassCSP: true, viewport: { width, height: 800 }, colorScheme });
      for (const path of [
        'docs',
        'guides/',
        'guides/recipes/invoice.html',
        'guides/servers.html',
        'guides/comparison.html',
      ]) {
        await free.goto(`${service.url}/${path}`);
        await free.getByRole('searchbox').fill('font');
        await free.locator('.found li a').first().waitFor();
        expect(await violations(free), path).to.deep.equal([]);
        expect(await free.evaluate('document.documentElement.scrollWidth - innerWidth'), path).to.be.at.most(0);
      }
      await free.close();
    });

  it('is accessible on every page, light and dark', async function () {
    this.timeout(900_000);
    const free = await browser.newPage({ bypassCSP: true, viewport: { width: 1200, height: 800 } });
    for (const { path } of all) {
      await free.emulateMedia({ colorScheme: 'light' });
      await free.goto(`${service.url}/guides/${siteName(path)}`);
      expect(await violations(free), path).to.deep.equal([]);
      // Only colors differ in dark.
      await free.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(free, ['color-contrast']), path).to.deep.equal([]);
    }
    await free.close();
  });
});

/** The violations that axe finds on the page, or only those of the given rules. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const found = (await page.evaluate(`axe.run(${options})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}
