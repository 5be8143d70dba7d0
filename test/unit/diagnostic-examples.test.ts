/** Renders the example of each diagnostic, and expects that diagnostic. */
import { expect } from 'chai';
import { type DiagnosticCode, DIAGNOSTIC_KINDS } from '../../engine/diagnostic-codes.ts';
import { render, type RenderOptions } from '../../engine/index.ts';
import { pdf } from '../../engine/puppeteer.ts';
import { invoiceXml } from '../conformance/invoices.ts';
import { pressProfile } from '../support/icc.ts';

interface Given {
  /** The document, if the example isn't one. Default: the example in a document. */
  readonly html?: string;
  readonly options?: RenderOptions;
}

const TEXT = '<p>Text <a href="https://a.example">link</a>';
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + TEXT + close.repeat(depth);
const noFile = (): null => null;
const framed = (depth: number): string =>
  depth === 0
    ? TEXT
    : `<iframe srcdoc="${framed(depth - 1)
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')}"></iframe>`;

const GIVEN: { readonly [code in DiagnosticCode]?: Given } = {
  'css/page-first': { html: '<style>@page chapter:first { margin-top: 60mm }</style><p>a<p style="page: chapter">b' },
  'document/external-resource': { options: { externalResources: 'ignore' } },
  'document/missing-resource': { options: { loadResource: noFile } },
  'font/broken': {
    html: '<style>@font-face { font-family: House; src: url(data:font/woff2;base64,AAAA) }</style><p style="font-family: House">x',
  },
  'html/file-name': { html: 'invoice.html' },
  'html/too-deep': { html: nested(600, '<div>', '</div>') },
  'html/unsupported-frame': { html: framed(6) },
  'invoice/field': { options: { profile: 'pdf/a-3b', facturx: { xml: invoiceXml('EN 16931') } } },
  'invoice/mismatch': { options: { profile: 'pdf/a-3b', facturx: { xml: invoiceXml('EN 16931') } } },
  'layout/header-not-repeated': {
    html: `<style>thead th { height: 80mm }</style><table><thead><tr><th>Head</thead>${'<tr><td>Cell'.repeat(60)}</table>`,
  },
  'page/limit': { html: `<style>html { -pagewright-pages: 1 gaps 40% leading 10% }</style>${TEXT.repeat(200)}` },
  'page/too-tall': {
    html: '<p>a<img style="float: top; float-reference: page; height: 400mm" alt="" src="data:image/svg+xml,<svg/>">',
  },
  'paint/backdrop-filter': {
    html: '<div style="position: absolute; width: 9px; height: 9px; background: #fff1; backdrop-filter: invert(1)"></div>'.repeat(
      40,
    ),
  },
  'paint/mask-composite': {
    html: `<p style="mask: ${Array.from({ length: 6 }, () => 'linear-gradient(red, blue)').join()}; mask-composite: exclude">x`,
  },
  'paint/nested-filter': { html: nested(20, '<div style="filter: blur(1px)">', '</div>') },
  'pdf/flattened-inks': {
    html: '<div style="background: linear-gradient(device-cmyk(1 0 0 0), red)"><p style="opacity: 0.5; color: device-cmyk(0 0 0 1)">x</div>',
    options: { profile: 'pdf/x-3', outputIntent: { profile: pressProfile() } },
  },
  'pdf/form-action': { options: { forms: true, profile: 'pdf/a-2b' } },
  'pdf/form-control': { options: { forms: true } },
  'pdf/nested-groups': { html: nested(200, '<div style="opacity: 0.9">', '</div>') },
  'pdf/open-page': { html: TEXT, options: { viewer: { page: 9 } } },
  'pdf/untagged-comment': { options: { profile: 'pdf/ua-1' } },
  'pdf/untagged-field': { options: { forms: true, profile: 'pdf/ua-1' } },
  'pdf/untagged-link': { options: { profile: 'pdf/ua-1' } },
  'redact/attachment': { options: { redact: { selector: '.name' } } },
  'redact/no-match': { html: TEXT, options: { redact: { selector: '.nmae' } } },
  'redact/remaining': { options: { redact: { selector: '.name' } } },
  'svg/too-deep': {
    html: `<svg>${Array.from({ length: 30 }, (_, i) => `<g id="g${i}"><use href="#g${i + 1}"/></g>`).join('')}<g id="g30"><rect width="9" height="9"/></g></svg>`,
  },
  'svg/too-many-elements': {
    html: `<svg>${Array.from({ length: 6 }, (_, i) => `<g id="g${i}">${`<use href="#g${i + 1}"/>`.repeat(10)}</g>`).join('')}<g id="g6"><rect width="9" height="9"/></g></svg>`,
  },
  'template/empty-class': { html: TEXT, options: { header: '<span class="date"></span>' } },
  'template/replaced-margin-box': { options: { footer: 'Acme' } },
};

/** Needs files, stores or a service: the tests of these parts cover it. `layout/no-progress` is a bug. */
const ELSEWHERE: ReadonlySet<string> = new Set<DiagnosticCode>([
  'html/renamed-id',
  'image/gain-map-ignored',
  'image/unknown-colors',
  'layout/no-progress',
  'layout/unsettled',
  'paint/raster',
  'pdf/unconverted-colors',
  'request/no-effect',
  'request/not-kept',
  'request/unknown-field',
  'template/no-value',
]);

/** Returns a document with the code at the start of an example: HTML, rules or declarations. */
function documentOf(example: string): string {
  const code = /^`([^`]*)`/.exec(example)?.[1] ?? '';
  if (code.startsWith('<')) return code;
  return `<style>${/^@|\{/.test(code) ? code : `p { ${code} }`}</style>${TEXT}`;
}

describe('the example of', () => {
  for (const [code, { example }] of Object.entries(DIAGNOSTIC_KINDS)) {
    if (ELSEWHERE.has(code)) continue;
    it(`${code} causes it`, async () => {
      const { html = documentOf(example), options = {} } = GIVEN[code as DiagnosticCode] ?? {};
      const isWhole = html.startsWith('<?xml') || !html.startsWith('<');
      const start = /^pdf\/(?:untagged|flattened|form-action)/.test(code)
        ? '<html lang="en"><title>Example</title>'
        : '';
      const given = isWhole ? html : `<!doctype html>${start}${html}`;
      const { diagnostics } =
        code === 'puppeteer/option' ? { diagnostics: await ofPuppeteer() } : await render(given, options);
      expect(diagnostics.map((one) => one.code)).to.include(code);
    });
  }
});

/** Returns the diagnostics of an option without effect. */
async function ofPuppeteer(): Promise<{ readonly code: string }[]> {
  const all: { readonly code: string }[] = [];
  await pdf(TEXT, { tagged: false, onDiagnostics: (found) => void all.push(...found) });
  return all;
}
