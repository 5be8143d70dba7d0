/** The editor in Chromium, as tests use it. */
import type { Browser, Page } from 'playwright-core';
import { listenTo, openBrowser } from './browser.ts';
import { startService, type TestService } from './service.ts';

/** A service with its editor open in a page of 1200 x 800 px. */
export class OpenEditor {
  readonly browser: Browser;
  readonly service: TestService;
  readonly page: Page;
  /** Errors in the console, requests to other origins, and requests that send something. */
  readonly complaints: string[] = [];

  /** Skips the suite without Chromium. */
  static async start(suite: Mocha.Context): Promise<OpenEditor> {
    const browser = await openBrowser(suite);
    const service = await startService();
    // The tests evaluate code in the page, which its policy forbids; one test uses a page with the policy.
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, bypassCSP: true });
    page.setDefaultTimeout(120_000);
    const editor = new OpenEditor(browser, service, page);
    editor.listen(page);
    await page.goto(service.url);
    await editor.settled();
    return editor;
  }

  private constructor(browser: Browser, service: TestService, page: Page) {
    this.browser = browser;
    this.service = service;
    this.page = page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.service.close();
  }

  listen(to: Page): void {
    listenTo(to, this.service.url, this.complaints);
    to.on('request', (request) => {
      if (request.method() !== 'GET') this.complaints.push(`${request.method()} ${request.url()}`);
    });
  }

  /** Chromium moves the focus some time after the key was pressed. */
  focused(id: string): Promise<unknown> {
    return this.page.waitForFunction(`document.activeElement.id === '${id}'`);
  }

  status(): Promise<string> {
    return this.page.innerText('#status');
  }

  settled(): Promise<unknown> {
    return this.page.waitForFunction("/\\d+ pages?, \\d+ KB/.test(document.querySelector('#status').textContent)");
  }

  /** Replaces the text as a user would by typing. */
  async type(text: string): Promise<void> {
    const { page } = this;
    // A click on the selected tab would move the focus, and the pages would follow the cursor.
    if (!(await page.isVisible('#source'))) await page.getByRole('tab', { name: 'HTML' }).click();
    await page.click('#source');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
  }

  sourceText(): Promise<unknown> {
    return this.page.evaluate(
      "[...document.querySelector('#source').shadowRoot.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')",
    );
  }

  async clear(tab: 'CSS' | 'Data'): Promise<void> {
    const { page } = this;
    await page.getByRole('tab', { name: tab }).click();
    await page.click(`#${tab.toLowerCase()}-source`);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  }

  drawn(index: number): Promise<unknown> {
    return this.page.waitForFunction(`document.querySelectorAll('.page canvas')[${index}]?.width > 300`);
  }

  cursorLine(): Promise<string> {
    return this.page.innerText('.cm-activeLine');
  }
}
