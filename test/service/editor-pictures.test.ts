/** Screenshots of the editor and of the golden report in a real Chromium; skipped without one. */
import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { compareDocuments, DEFAULT_SETTINGS, renderDocument } from '../../server/golden/golden-document.ts';
import { htmlReport, type Reported } from '../../server/golden/report.ts';
import { OpenEditor } from '../support/open-editor.ts';
import { calm, differenceFromKept } from '../support/screen-pictures.ts';

/** The permitted share of cells that differ. A line of text that moved changes more. */
const SHARE = 0.01;

const kept = (name: string): string => fileURLToPath(new URL(`__screens__/${name}.png`, import.meta.url));

describe('pictures of the editor and the golden report', function () {
  this.timeout(300_000);
  let editor: OpenEditor;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-screens-'));

  before(async function () {
    editor = await OpenEditor.start(this);
    ({ page } = editor);
    await calm(page);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await editor?.close();
  });

  const looksAsKept = async (name: string): Promise<void> => {
    const raw = process.env.SCREENS;
    if (raw) await page.screenshot({ path: join(raw, `${name}.png`) });
    expect(await differenceFromKept(page, kept(name)), name).to.be.at.most(SHARE);
  };
  const at = (width: number, height: number): Promise<void> => page.setViewportSize({ width, height });
  const theme = (name: 'light' | 'dark'): Promise<unknown> =>
    page.evaluate(`void (document.documentElement.dataset.theme = '${name}')`);
  const example = async (name: string, words: string): Promise<void> => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.getByRole('button', { name }).click();
    const replace = page.getByRole('button', { name: 'Replace my document' });
    await page.waitForFunction(
      "!document.querySelector('#gallery').open || !document.querySelector('#confirm').hidden",
    );
    if (await replace.isVisible()) await replace.click();
    await page.waitForSelector(`.page[aria-label*="${words}"]`);
    await drawn();
  };
  /** Waits for the pictures of the visible pages, and replaces the duration in the status. */
  const drawn = async (): Promise<void> => {
    await page.waitForFunction("document.querySelector('.page canvas').width !== 300");
    await page.waitForTimeout(800);
    await page.evaluate(
      "void (document.querySelector('#status').textContent = document.querySelector('#status').textContent.replace(/\\d+ KB, \\d+ ms/, '9 KB, 9 ms'))",
    );
  };

  it('first visit, 1440 px, light', async () => {
    await at(1440, 900);
    await theme('light');
    await drawn();
    await looksAsKept('first-visit');
  });

  it('an invoice filled with data, dark', async () => {
    await theme('dark');
    await example('Invoice filled with data', 'Invoice 2026-001');
    await page.getByRole('tab', { name: 'Data' }).click();
    await looksAsKept('template-dark');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('a report on facing pages, 1920 px', async () => {
    await theme('light');
    await at(1920, 1080);
    await example('Water in the Upper Valley', 'Ten years');
    await page.selectOption('#zoom', { label: 'Facing pages' });
    await drawn();
    await looksAsKept('facing-pages');
    await page.selectOption('#zoom', 'width');
  });

  it('the gallery', async () => {
    await at(1440, 900);
    await page.getByRole('button', { name: 'Examples' }).click();
    await page.waitForFunction(
      "[...document.querySelectorAll('#gallery img')].slice(0, 12).every((img) => img.complete)",
    );
    await looksAsKept('gallery');
    await page.locator('#gallery .close').click();
  });

  it('the options and the call that uses them', async () => {
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('Page size').selectOption('A5');
    await page.getByLabel('Use these options in').selectOption('node');
    await drawn();
    await looksAsKept('options');
    await page.getByLabel('Page size').selectOption('');
    await page.locator('#options-panel .close').click();
  });

  it('texts for the first page and for later pages, with their rules', async () => {
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('First, bottom').fill('Thank you for your order');
    await page.getByLabel('Later, top').fill('Invoice 7, page {page} of {pages}');
    await page.getByLabel('Use these options in').selectOption('css');
    await page.locator('#call').scrollIntoViewIfNeeded();
    await drawn();
    await looksAsKept('page-texts');
    await page.getByLabel('First, bottom').fill('');
    await page.getByLabel('Later, top').fill('');
    await page.locator('#options-panel .close').click();
  });

  it('the inspector with the box of an element', async () => {
    await editor.type(
      '<style>\n.note { padding: 16px; margin: 24px; border: 2px solid teal; color: teal }\n</style>\n<h1>Inspect me</h1>\n<p class="note">An element with every part of the box model.</p>\n',
    );
    await page.waitForSelector('.page[aria-label*="Inspect me"]');
    await page.evaluate("document.querySelector('#pages').scrollTop = 0");
    await drawn();
    await page.getByRole('button', { name: 'Inspect' }).click();
    const sheet = page.locator('.page').first();
    const px = (await sheet.boundingBox())!.width / 794;
    await sheet.click({ position: { x: 300 * px, y: 200 * px } });
    await page.getByRole('complementary', { name: 'Inspector' }).getByText('color: teal').waitFor();
    await drawn();
    await looksAsKept('inspector');
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('problems with their corrections', async () => {
    await editor.type(
      '<style>\nh1 { colour: teal; font-wieght: bold }\n</style>\n<h1>Problems</h1>\n<img src="missing.png" alt="">\n<img src="https://example.com/logo.png" alt="">\n',
    );
    await page.waitForFunction("document.querySelectorAll('#diagnostics li').length > 3");
    await drawn();
    await looksAsKept('problems');
  });

  it('files in folders', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';
    await page.setInputFiles('#chooser', [
      { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      { name: 'stamp.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    ]);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByLabel('Path of logo.svg').fill('img/brand/logo.svg');
    await page.keyboard.press('Enter');
    await editor.settled();
    await drawn();
    await looksAsKept('files');
    await page.getByRole('tab', { name: 'HTML' }).click();
  });

  it('a tablet, dark', async () => {
    await theme('dark');
    await at(820, 1180);
    await example('Invoice 2026-0417', '2026-0417');
    await looksAsKept('tablet-dark');
  });

  it('a phone: the code', async () => {
    await theme('light');
    await at(390, 844);
    await drawn();
    await looksAsKept('phone-code');
  });

  it('a phone: the pages', async () => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await drawn();
    await looksAsKept('phone-pages');
  });

  it('the golden report', async () => {
    const invoice = (total: string, note: string): string =>
      `<style>@page { size: A5 } table { width: 100% } td { border-bottom: 1px solid #ccc; padding: 6px }</style>
       <h1>Invoice</h1><p>${note}</p><table>${'<tr><td>Paper<td>12.00'.repeat(12)}</table><p id="total">Total ${total}</p>`;
    const documents: Reported[] = [];
    for (const [name, total, note] of [
      [
        'invoices/may.html',
        '144.00',
        'Thank you for your order. It was sent by train on the day of this invoice, and arrives within a week.',
      ],
      ['invoices/june.html', '168.00', 'Thank you.'],
    ] as const) {
      const [before, after] = [invoice('144.00', 'Thank you.'), invoice(total, note)];
      const [a, b] = await Promise.all([before, after].map((html) => renderDocument(html, {}, [])));
      documents.push({ name, error: null, pdf: b!.pdf, result: await compareDocuments(a!, b!, DEFAULT_SETTINGS) });
    }
    writeFileSync(join(folder, 'report.html'), htmlReport(documents));
    await at(1440, 900);
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    await calm(page);
    await looksAsKept('golden-report');
  });

  it('the golden report, dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await looksAsKept('golden-report-dark');
  });

  it('the golden report on a phone', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await at(390, 844);
    await looksAsKept('golden-report-phone');
  });
});
