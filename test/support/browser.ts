/** The Chromium of tests that look at pages in a browser. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../bench/chromium.ts';

/** Arguments that keep Chromium from using the network by itself. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts Chromium, or skips the tests of the suite on machines without one. `REQUIRE=chromium` forbids that. */
export function openBrowser(suite: Mocha.Context): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath) suite.skip();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...QUIET] });
}

/** Adds a page's errors, and its requests to places other than `own` or the page itself, to a list. */
export function listenTo(page: Page, own: string, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(blob|chrome|data|file):/.test(request.url()))
      complaints.push(request.url());
  });
}
