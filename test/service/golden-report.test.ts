/** The report of golden runs in a real Chromium. */
import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Change } from '../../server/golden/change.ts';
import { htmlReport, type Reported } from '../../server/golden/report.ts';
import { serveReport } from '../../server/golden/report-server.ts';
import { writePng } from '../../server/rendering/pictures.ts';
import { openBrowser } from '../support/browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const png = (shade: number): Uint8Array =>
  writePng({ width: 40, height: 60, data: new Uint8Array(40 * 60 * 4).fill(shade) });

const alone = (text: string): Change => ({ text, consequences: [] });

const changed = (name: string, changes: readonly Change[]): Reported => ({
  name,
  error: null,
  pdf: Buffer.from('%PDF'),
  result: {
    status: 'different',
    changes,
    pages: [
      {
        number: 1,
        same: false,
        pixels: 12,
        sizes: [
          [40, 60],
          [40, 60],
        ],
        expected: png(200),
        actual: png(100),
        difference: png(0),
      },
    ],
  },
});

const DOCUMENTS: readonly Reported[] = [
  changed('in/invoice.html', [
    { text: '`#item` is 20 px taller.', consequences: ['`#total` moved down 20 px.'] },
    ...'bcdefg'.split('').map((name) => alone(`\`${name}\` grew.`)),
  ]),
  changed("in/it's a letter.html", [alone('`h1` changed.')]),
  { name: 'in/broken.html', result: null, error: 'The HTML is <empty>.' },
  { name: 'in/same.html', result: { status: 'same', changes: [], pages: [] }, error: null },
];

describe('the golden report in a browser', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-report-'));
  let browser: Browser;
  let page: Page;

  before(async function () {
    browser = await openBrowser(this);
    writeFileSync(join(folder, 'report.html'), htmlReport(DOCUMENTS));
    page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives an overview with a picture and a link for each changed document', async () => {
    const cards = page.getByRole('list', { name: 'Documents' }).getByRole('link');
    expect(await cards.count()).to.equal(3);
    expect(await cards.first().innerText()).to.match(/in\/invoice\.html\s+#item is 20 px taller/);
    await cards.nth(2).click();
    expect(page.url()).to.match(/#document-3$/);
    expect(await page.getByText('The HTML is <empty>.').count()).to.be.above(0);
    expect(await page.getByText('1 document matches its snapshot').isVisible()).to.equal(true);
  });

  it('contains the new PDF', async () => {
    const link = page.getByRole('link', { name: 'Save the new PDF' });
    expect(await link.count()).to.equal(2);
    const [saved] = await Promise.all([page.waitForEvent('download'), link.last().click()]);
    expect(saved.suggestedFilename()).to.equal("it's a letter.pdf");
    expect(readFileSync(await saved.path(), 'latin1')).to.equal('%PDF');
  });

  it('says that a large PDF is not part of the report', () => {
    const pdf = new Uint8Array(4_100_000);
    expect(htmlReport([{ ...DOCUMENTS[0]!, pdf }])).to.contain('The PDF (4.1 MB) is too large for this report');
  });

  it('folds long lists of changes', async () => {
    expect(await page.getByText('2 more changes').isVisible()).to.equal(true);
    expect(await page.getByText('g grew.').isVisible()).to.equal(false);
    expect(await page.getByText('#total moved down 20 px.').isVisible()).to.equal(false);
    await page.getByText('1 consequence').click();
    expect(await page.getByText('#total moved down 20 px.').isVisible()).to.equal(true);
  });

  it('steps through changes with keys, and filters documents', async () => {
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
    await page.evaluate('document.querySelector("#document-1").focus()');
    for (const [key, id] of [
      ['j', 'document-2'],
      ['j', 'document-3'],
      ['j', 'document-3'],
      ['k', 'document-2'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).to.equal(id);
    }
    await page.getByLabel('Filter').fill('letter');
    expect(await page.locator('section:visible').count()).to.equal(1);
    expect(await page.locator('.overview li:visible').count()).to.equal(1);
    await page.getByLabel('Filter').fill('');
  });

  it('gives the command that accepts a change, quoted for a shell', async () => {
    const commands = await page.locator('.accept code').allInnerTexts();
    expect(commands).to.deep.equal([
      'npx pagewright golden in/invoice.html --update',
      String.raw`npx pagewright golden 'in/it'\''s a letter.html' --update`,
    ]);
  });

  it('accepts changes with buttons if a server shows it', async () => {
    const accepted: string[] = [];
    const documents = DOCUMENTS.slice(0, 2);
    const server = await serveReport(documents, (index, number) => {
      accepted.push(`${index} ${number}`);
      const isAccepted = accepted.length > 1;
      const same: Reported = { ...documents[index]!, result: { status: 'same', changes: [], pages: [] } };
      return Promise.resolve({ reported: isAccepted ? same : documents[index]!, isAccepted });
    });
    const own = await browser.newPage();
    try {
      await own.goto(server.url);
      await own.getByRole('button', { name: 'Accept page' }).first().click();
      await own.getByText('The document has changed since this report.').waitFor();
      await own.getByRole('button', { name: 'Accept document' }).last().click();
      await own.getByRole('heading', { name: '1 of 2 documents differs' }).waitFor();
      expect(await own.locator('section').count()).to.equal(1);
      await own.getByRole('button', { name: 'Accept document' }).click();
      await own.getByRole('heading', { name: 'All changes are accepted' }).waitFor();
      await server.finished;
      expect(accepted).to.deep.equal(['0 1', '1 null', '0 null']);
    } finally {
      server.close();
      await own.close();
    }
  });

  it('is accessible according to axe, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(AXE);
      const found = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as {
        id: string;
        nodes: { html: string }[];
      }[];
      expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`)).to.deep.equal([]);
    }
  });
});
