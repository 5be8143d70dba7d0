import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Returns the Chromium to compare with: `CHROMIUM_PATH` or Debian's location, or null if neither exists. */
export function chromiumPath(): string | null {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** A running browser that prints HTML to PDF. */
export interface WarmChromium {
  print(html: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openChromium(): Promise<WarmChromium> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('no Chromium found');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  });
  const page = await browser.newPage({ javaScriptEnabled: false });
  return {
    async print(html) {
      await page.setContent(html, { waitUntil: 'load' });
      return page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        format: 'A4',
        margin: { top: '20mm', right: '20mm', bottom: '20mm', left: '20mm' },
      });
    },
    close: () => browser.close(),
  };
}
