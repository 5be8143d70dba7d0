import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { unzipSync } from 'fflate';
import { createKey } from '../../server/accounts/keys.ts';
import { OPTION_NAMES } from '../../engine/options.ts';
import { LIBRARY_ONLY, renderOptionsSchema } from '../../server/http/render-options.ts';
import { readPng } from '../../server/rendering/pictures.ts';
import { startPool } from '../../server/rendering/pool.ts';
import { invoiceXml } from '../conformance/invoices.ts';
import { WORKER_FILE } from '../support/built.ts';
import { extractText, pageSizes } from '../support/pdfium.ts';
import { inOrder, TEMPLATE_CASES } from '../support/template-cases.ts';
import { postRender, ScriptedPool, startService, type TestService } from '../support/service.ts';

const GENEROUS = { ANONYMOUS_REQUESTS_PER_MINUTE: '1000', ANONYMOUS_RENDERS_PER_MONTH: '0' };

/** Returns a form as Gotenberg's clients send it. */
function form(files: Record<string, string | Uint8Array<ArrayBuffer>>, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, content] of Object.entries(files)) data.append('files', new File([content], name), name);
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const convert = (
  service: TestService,
  body: string | FormData,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(`${service.url}/forms/chromium/convert/html`, { method: 'POST', body, headers });

async function errorsOf(response: Response): Promise<{ field: string; code: string; message: string }[]> {
  expect(response.status).to.equal(422);
  return ((await response.json()) as { errors: { field: string; code: string; message: string }[] }).errors;
}

describe('options and files over HTTP', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    const config = { workers: 1, workerMemoryMb: 512, queueLimit: 10, queueTimeoutMs: 10_000, renderTimeoutMs: 20_000 };
    const pool = await startPool({ ...config, workerFile: WORKER_FILE, maxPages: 50 }, () => undefined);
    service = await startService({ environment: GENEROUS, pool });
  });
  after(() => service.close());

  const bytes = async (response: Response): Promise<Uint8Array> => {
    expect(response.status, response.status === 200 ? '' : await response.clone().text()).to.equal(200);
    return new Uint8Array(await response.arrayBuffer());
  };
  const words = async (pdf: Uint8Array): Promise<string[]> =>
    (await extractText(pdf)).map((text) => text.replace(/\s+/g, ' ').trim());

  it('are those of the library', async () => {
    const html = '<p>one<p style="break-before: page">two';
    const options = {
      pageSize: 'A5',
      pageRanges: '2',
      footer: '<b class=pageNumber></b>',
      date: '2026-03-04T05:06:07Z',
    };
    const pdf = await bytes(await postRender(service, { html, options }));
    expect(await pageSizes(pdf)).to.deep.equal([[419.53, 595.28]]);
    expect(await words(pdf)).to.deep.equal(['two 2']);
    expect((await postRender(service, { html, options: null })).status).to.equal(200);
  });

  it('include all library options except those that the service decides', () => {
    const over = [...Object.keys(renderOptionsSchema.shape), ...LIBRARY_ONLY];
    const deprecated = ['external', 'media', 'resources'];
    // The library signs with a separate function.
    const own = ['signature'];
    expect(over.toSorted()).to.deep.equal([...OPTION_NAMES, ...deprecated, ...own].toSorted());
  });

  const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
  const send = (
    body: string | FormData | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    query = '',
  ): Promise<Response> => fetch(`${service.url}/v1/render${query}`, { method: 'POST', body, headers });
  const font = readFileSync(new URL('../../assets/fonts/Cousine-400.ttf', import.meta.url));
  const styled = '<link rel=stylesheet href=style.css><p>styled';
  const style = '@page { size: 200px 100px } p { color: #00ff00; font-family: Cousine }';

  it('may name files of the request', async () => {
    const pdf = await bytes(
      await postRender(service, {
        html: styled,
        files: { 'style.css': base64(style), 'mono.ttf': base64(font), 'data.csv': base64('a;b') },
        options: {
          compress: false,
          fonts: ['mono.ttf'],
          attachments: [{ file: 'data.csv', name: 'numbers.csv', relationship: 'Data', mimeType: 'text/csv' }],
        },
      }),
    );
    expect(await pageSizes(pdf)).to.deep.equal([[150, 75]]);
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).to.contain('(numbers.csv)').and.to.contain('/AFRelationship /Data').and.to.contain('Cousine');
  });

  it('name electronic invoices and output devices', async () => {
    const xml = invoiceXml('EN 16931');
    const answer = await postRender(service, {
      html: '<html lang=en><title>Invoice</title><p>Invoice',
      files: { 'invoice.xml': base64(xml) },
      options: { compress: false, facturx: { file: 'invoice.xml' } },
    });
    expect(Buffer.from(await bytes(answer)).includes('factur-x.xml')).to.equal(true);
  });

  it('refuse files that the request lacks, and files that are not in base64', async () => {
    const options = { fonts: ['mono.tft'], facturx: { file: 'x.xml' }, outputIntent: { file: '' } };
    const missing = await errorsOf(
      await postRender(service, { html: 'x', options, files: { 'mono.ttf': base64(font) } }),
    );
    expect(missing.map(({ field }) => field)).to.deep.equal([
      'options.fonts.0',
      'options.facturx.file',
      'options.outputIntent.file',
    ]);
    expect(missing[0]!.message).to.contain('did you mean mono.ttf?');
    const [broken] = await errorsOf(await postRender(service, { html: 'x', files: { a: '%%%' } }));
    expect(broken).to.include({ field: 'files.a', code: 'encoding' });
  });

  it('can be sent as a form with the files as parts', async () => {
    const data = new FormData();
    data.append('html', styled);
    data.append('filename', 'form.pdf');
    data.append('options', JSON.stringify({ title: 'From a form' }));
    data.append('files', new File([style], 'style.css'));
    const answer = await send(data, {});
    expect(answer.headers.get('content-disposition')).to.contain('form.pdf');
    expect(await pageSizes(await bytes(answer))).to.deep.equal([[150, 75]]);
    for (const [field, name] of [
      ['files', 'index.html'],
      ['html', 'letter.html'],
    ] as const) {
      const asFile = new FormData();
      asFile.append(field, new File([styled], name));
      asFile.append('files', new File([style], 'style.css'));
      expect(await pageSizes(await bytes(await send(asFile, {}))), name).to.deep.equal([[150, 75]]);
    }
    const [lacking] = await errorsOf(await send(new FormData(), {}));
    expect(lacking).to.include({ field: 'html', code: 'required' });
    const broken = new FormData();
    broken.append('html', 'x');
    broken.append('options', '{');
    expect((await errorsOf(await send(broken, {})))[0]).to.include({ field: 'options', code: 'json' });
  });

  it('can be sent in the query of a raw document', async () => {
    const html = { 'content-type': 'text/html' };
    const answer = await send('<p>Ä', html, '?pageSize=A6&margin=0&title=2026&filename=raw.pdf');
    expect(answer.headers.get('content-disposition')).to.contain('raw.pdf');
    const pdf = await bytes(answer);
    expect(await pageSizes(pdf)).to.deep.equal([[297.64, 419.53]]);
    expect(await words(pdf)).to.deep.equal(['Ä']);
    const latin = await send(new Uint8Array([0x3c, 0x70, 0x3e, 0xc4]), { 'content-type': 'text/html; charset=latin1' });
    expect(await words(await bytes(latin))).to.deep.equal(['Ä']);
    expect((await errorsOf(await send('x', html, '?pagesize=A6')))[0]).to.include({ field: 'options.pagesize' });
    const [misplaced] = await errorsOf(await send('{"html":"x"}', { 'content-type': 'application/json' }, '?scale=2'));
    expect(misplaced).to.include({ field: 'scale', code: 'unknown' });
  });

  it('return pictures of pages to callers that accept them', async () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({
      html: '<style>@page{size:100px 50px;margin:0}</style>one<p style="break-before:page">two',
      options: { encryption: { userPassword: 'secret' } },
    });
    const page = await send(body, { ...json, accept: 'image/png' }, '?page=2&dpi=192');
    expect(page.headers.get('content-type')).to.equal('image/png');
    expect(page.headers.get('content-disposition')).to.contain('document.png');
    expect(page.headers.get('x-page-count')).to.equal('2');
    expect(readPng(await bytes(page))).to.include({ width: 200, height: 100 });
    const archive = await send(body, { ...json, accept: 'application/zip' });
    const first = await bytes(archive);
    expect(Object.keys(unzipSync(first))).to.deep.equal(['page-1.png', 'page-2.png']);
    expect(first).to.deep.equal(await bytes(await send(body, { ...json, accept: 'application/zip' })));
    const beyond = await send(body, { ...json, accept: 'image/png' }, '?page=3');
    expect((await errorsOf(beyond))[0]).to.include({ field: 'page', code: 'value' });
    const wrong = await send(body, { ...json, accept: 'image/png' }, '?dpi=many');
    expect((await errorsOf(wrong))[0]).to.include({ field: 'dpi', code: 'type' });
    expect((await send(body, { ...json, accept: '*/*' })).headers.get('content-type')).to.equal('application/pdf');
  });

  it('are refused if they are too large, and never left out', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    const large: Record<string, unknown> = {
      options: { title: 'x'.repeat(300_000), encryption: { userPassword: 'secret' } },
      values: { a: 'x'.repeat(1_100_000) },
      steps: [{ merge: { title: 'x'.repeat(300_000) } }],
      assets: Array.from({ length: 2000 }, (_, i) => `${i}${'x'.repeat(40)}`),
    };
    for (const [name, value] of [...Object.entries(large), ['values', { a: JSON.parse(deep) as unknown }] as const]) {
      const json = await errorsOf(await postRender(service, { html: '<p>{{ a }}', [name]: value }));
      const body = form({ 'index.html': '<p>{{ a }}' }, { [name]: JSON.stringify(value) });
      const fields = await errorsOf(await fetch(`${service.url}/v1/render`, { method: 'POST', body }));
      for (const errors of [json, fields]) {
        expect(errors.map(({ field, code }) => [field, code])).to.deep.equal([[name, 'value']]);
        expect(errors[0]!.message).to.match(/^has more than \d+ (bytes|values)/);
      }
    }
  });

  it('are refused with their paths if they are unknown or wrong', async () => {
    const options = {
      pagesize: 'A4',
      margin: { top: 1, inside: 2 },
      compress: 'no',
      limits: {},
      resources: {},
      external: 'ignore',
    };
    const errors = await errorsOf(await postRender(service, { html: 'x', options }));
    const fields = errors.map(({ field, code }) => `${field} ${code}`);
    expect(fields).to.include.members([
      'options.pagesize unknown',
      'options.limits unknown',
      'options.external unknown',
    ]);
    expect(fields).to.include('options.compress type');
    expect(errors.map(({ message }) => message)).to.include.members([
      'unknown option; did you mean pageSize?',
      'unknown option',
    ]);
    const puppeteer = await errorsOf(
      await postRender(service, { html: 'x', options: { format: 'A4', footerTemplate: '' } }),
    );
    expect(puppeteer.map(({ message }) => message)).to.deep.equal([
      'unknown option; use pageSize: A4 landscape, 100mm 200mm',
      'unknown option; use header and footer, which take HTML',
    ]);
    const ours = await errorsOf(
      await postRender(service, { html: 'x', options: { externalResources: 'ignore', data: {} } }),
    );
    expect(ours.map(({ message }) => message)).to.deep.equal([
      'is not available over HTTP: the service refuses documents with http(s) references',
      'unknown option; send the data of a template as values, next to html',
    ]);
    const [misspelt] = await errorsOf(await postRender(service, { htm: 'x' } as never));
    expect(misspelt).to.deep.include({ field: 'html', message: 'is required; did you mean html in place of "htm"?' });
    const [address] = await errorsOf(await postRender(service, { url: 'https://a.example' } as never));
    expect(address).to.deep.include({
      field: 'html',
      code: 'required',
      message: 'is required; send the document as text, because nothing is loaded from URLs',
    });
    const scaled = await errorsOf(await postRender(service, { html: 'x', options: { scale: 9, viewer: { pag: 1 } } }));
    expect(scaled.map(({ message }) => message)).to.deep.equal([
      'unknown option; did you mean page?',
      'must be at most 2',
    ]);
    const large = await errorsOf(await postRender(service, { html: 'x', options: { scale: 9 } }));
    expect(large.map(({ message }) => message)).to.deep.equal(['must be at most 2']);
    expect((await postRender(service, { html: 'x', options: { date: '2026-03-04' } })).status).to.equal(200);
    const undated = await errorsOf(await postRender(service, { html: 'x', options: { date: 'today' } }));
    expect(undated[0]!.message).to.equal(
      'must be a date such as 2026-03-04, or with the time 2026-03-04T05:06:07+01:00',
    );
    expect(fields.some((field) => field.startsWith('options.margin'))).to.equal(true);
    const values = await errorsOf(
      await postRender(service, { html: 'x', options: { pageSize: 'A99', pageRanges: 'x' } }),
    );
    expect(values.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
      'options.pageSize value',
      'options.pageRanges value',
    ]);
    expect((await errorsOf(await postRender(service, { html: 'x', options: 'A4' })))[0]!.field).to.equal('options');
  });

  it('report every violation of a profile with its position, rule and fix', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const html = `<html lang=en><title>A</title><p>\n<img src="${image}">\n<p><img src="${image}">`;
    const errors = await errorsOf(await postRender(service, { html, options: { profile: 'pdf/ua-1' } }));
    const fix = 'Add `alt` to the image, or `aria-label` to the SVG. Decoration has `alt=""`.';
    const reason = { rules: ['ISO 14289-1, 7.3'], fix };
    expect(errors.map((error) => ({ ...error, message: '' }))).to.deep.equal([
      { field: 'options.profile', code: 'value', message: '', source: 'document', line: 2, column: 1, ...reason },
      { field: 'options.profile', code: 'value', message: '', source: 'document', line: 3, column: 4, ...reason },
    ]);
  });

  it('count every diagnostic in the header, including notes', async () => {
    const response = await postRender(service, { html: '<p style="scroll-behavior: smooth; colr: red">x' });
    expect(response.headers.get('x-render-warnings')).to.equal('2');
  });

  it('report the values that an option of several types accepts', async () => {
    const options = { viewer: { zoom: 'full' }, encryption: { ownerPassword: 'a', permissions: { print: 'high' } } };
    const errors = await errorsOf(await postRender(service, { html: 'x', options } as never));
    expect(errors.map(({ field, message }) => `${field} ${message}`)).to.deep.equal([
      'options.encryption.permissions.print must be a boolean or low',
      'options.viewer.zoom must be fit, width or a number',
    ]);
  });

  it('report wrong names, types and values together', async () => {
    const options = {
      pageSize: 'A99',
      margin: { top: '1zz', left: true, rigth: 1 },
      images: { resolution: 0 },
      signal: {},
      scale: 9,
      userStyles: [5],
      titel: 'x',
      encryption: {},
      header: 5,
    };
    const errors = await errorsOf(await postRender(service, { html: 5, options } as never));
    expect(errors.map(({ field, code }) => `${field} ${code}`)).to.have.members([
      'html type',
      'options.margin.left type',
      'options.margin.rigth unknown',
      'options.margin.top value',
      'options.images.resolution value',
      'options.signal unknown',
      'options.header type',
      'options.userStyles.0 type',
      'options.titel unknown',
      'options.pageSize value',
      'options.scale value',
      'options.encryption value',
    ]);
    expect(errors.map(({ message }) => message).join('\n')).not.to.match(/invalid input|expected/i);
    const messageOf = (field: string): string | undefined => errors.find((error) => error.field === field)?.message;
    expect(messageOf('options.signal')).to.equal('is not available over HTTP: the service decides it');
    expect(messageOf('options.margin.left')).to.equal('must be a length such as 20mm, or a number of CSS px');
    const fields = { paperWidth: '0', marginTop: 'wide', scale: '9', nativePageRanges: 'x', pdfa: 'PDF/Q' };
    const ofForm = await errorsOf(await convert(service, form({ 'index.html': 'x' }, fields)));
    expect(ofForm.map(({ field, code }) => `${field} ${code}`)).to.have.members([
      'marginTop type',
      'paperWidth value',
      'scale value',
      'nativePageRanges value',
      'pdfa value',
    ]);
  });

  it("can come in a form with the document's files", async () => {
    const files = {
      'index.html': Buffer.from(
        '<meta charset=latin1><link rel=stylesheet href=a.css><p>Caf\xe9<p class=b>two',
        'latin1',
      ),
      'a.css': '.b { break-before: page }',
      'footer.html': '<span style="font-size: 10px">Page <span class=pageNumber></span></span>',
    };
    const fields = { paperWidth: '5', paperHeight: '10cm', landscape: 'true', marginBottom: '1', waitDelay: '1s' };
    const response = await convert(service, form(files, fields), { 'Gotenberg-Output-Filename': 'mine' });
    const pdf = await bytes(response);
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename=mine.pdf');
    expect(response.headers.get('x-page-count')).to.equal('2');
    expect(await pageSizes(pdf)).to.deep.equal([
      [283.46, 360],
      [283.46, 360],
    ]);
    expect(await words(pdf)).to.deep.equal(['Café Page 1', 'two Page 2']);
  });

  for (const { name, html, header, footer, words: expected } of TEMPLATE_CASES)
    it(`of a form keep the styles of headers and footers to themselves: ${name}`, async () => {
      const files = { 'index.html': html, 'header.html': header, 'footer.html': footer };
      const pdf = await bytes(await convert(service, form(files, { marginTop: '1', marginBottom: '1' })));
      expect(inOrder(await words(pdf))).to.deep.equal(inOrder(expected));
      const options = { header, footer, margin: '60px' };
      const json = await bytes(await postRender(service, { html, options }));
      expect(inOrder(await words(json))).to.deep.equal(inOrder(expected));
    });

  it("of a form without a paper size have Gotenberg's defaults", async () => {
    const pdf = await bytes(await convert(service, form({ 'index.html': '<p>x' })));
    expect(await pageSizes(pdf)).to.deep.equal([[612, 792]]);
  });

  it('of a form can ask for a single page as tall as its content', async () => {
    const files = { 'index.html': '<style>body { margin: 0 } p { margin: 0; height: 1000px }</style><p>one<p>two' };
    const margins = Object.fromEntries(['Top', 'Right', 'Bottom', 'Left'].map((side) => [`margin${side}`, '1']));
    const fields = { ...margins, singlePage: 'true', nativePageRanges: '2' };
    const pdf = await bytes(await convert(service, form(files, fields)));
    expect(await pageSizes(pdf)).to.deep.equal([[612, 1500 + 144]]);
    const lying = await bytes(await convert(service, form(files, { ...fields, landscape: 'true' })));
    expect(await pageSizes(lying)).to.deep.equal([[792, 1500 + 144]]);
  });

  it('of a form are refused like those of JSON', async () => {
    expect((await errorsOf(await convert(service, form({ 'a.html': 'x' }))))[0]).to.include({ field: 'index.html' });
    const wrong = await errorsOf(
      await convert(service, form({ 'index.html': 'x' }, { marginTop: 'wide', scale: 'big' })),
    );
    expect(wrong.map(({ field }) => field)).to.deep.equal(['marginTop', 'scale']);
    expect((await convert(service, '{}', { 'content-type': 'application/json' })).status).to.equal(415);
    expect((await convert(service, 'x', { 'content-type': 'multipart/form-data; boundary=b' })).status).to.equal(422);
    const external = form({
      'index.html': '<link rel=stylesheet href=a.css>',
      'a.css': '@import "https://a.example/b.css";',
    });
    const refused = await convert(service, external);
    expect(refused.status).to.equal(400);
    expect(((await refused.json()) as { urls: unknown }).urls).to.deep.equal([
      { url: 'https://a.example/b.css', where: 'a.css @import' },
    ]);
  });
});

describe('callers', () => {
  it('can also send keys as bearer tokens, and get an error for an invalid key', async () => {
    const service = await startService();
    try {
      const key = await service.key('pro');
      const me = (headers: Record<string, string>): Promise<Response> => fetch(`${service.url}/v1/me`, { headers });
      const bearer = await me({ authorization: `Bearer ${key}` });
      expect(((await bearer.json()) as { tier: string }).tier).to.equal('pro');
      expect(bearer.headers.get('x-pagewright-caller')).to.equal(null);
      for (const [name, value] of [
        ['x-api-key', 'nonsense'],
        ['authorization', 'Bearer nonsense'],
      ] as const) {
        const response = await me({ [name]: value });
        expect(((await response.json()) as { tier: string }).tier).to.equal('anonymous');
        expect(response.headers.get('x-pagewright-caller')).to.equal('anonymous; reason=invalid-key');
      }
      const unknown = createKey();
      for (let i = 0; i < 3; i++) await me({ 'x-api-key': unknown });
      const warned = service.log.filter(({ level }) => level === 40).map(({ key: prefix }) => prefix);
      expect(warned, 'once a minute for each prefix').to.deep.equal(['malformed', unknown.slice(0, 11)]);
      expect(JSON.stringify(service.log)).to.not.contain(unknown.slice(0, 12)).and.not.contain('nonsense');
      service.now += 60_000;
      await me({ 'x-api-key': unknown });
      expect(service.log.filter(({ level }) => level === 40)).to.have.lengthOf(3);
      expect((await me({ 'x-api-key': '' })).headers.get('x-pagewright-caller')).to.equal(null);
      expect((await me({})).headers.get('x-pagewright-caller')).to.equal(null);
    } finally {
      await service.close();
    }
  });

  it('on the same machine are metered unless the operator disables that, and through proxies always', async () => {
    for (const [UNMETERED_LOOPBACK, limit] of [
      ['0', '10'],
      ['1', '1000000'],
    ] as const) {
      const service = await startService({ environment: { UNMETERED_LOOPBACK } });
      try {
        const response = await postRender(service, { html: 'x' });
        expect(response.headers.get('x-ratelimit-limit')).to.equal(limit);
        const proxied = await postRender(service, { html: 'x' }, { 'x-forwarded-for': '192.0.2.1' });
        expect(proxied.headers.get('x-ratelimit-limit')).to.equal('10');
      } finally {
        await service.close();
      }
    }
  });

  it('pay the same for a form as for JSON', async () => {
    const pool = new ScriptedPool();
    const service = await startService({ pool });
    try {
      const key = await service.key('free');
      const response = await convert(service, form({ 'index.html': 'x' }), { 'x-api-key': key });
      expect(response.status).to.equal(200);
      expect(response.headers.get('x-ratelimit-remaining')).to.equal('29');
      const me = (await (await fetch(`${service.url}/v1/me`, { headers: { 'x-api-key': key } })).json()) as {
        credits: { balance: number };
      };
      expect(me.credits.balance).to.equal(99);
      expect(pool.jobs).to.have.length(1);
    } finally {
      await service.close();
    }
  });

  it('of a form with too many parts or too large headers are refused before it is read', async () => {
    const pool = new ScriptedPool();
    const service = await startService({ pool, environment: GENEROUS });
    const whole = 'Content-Disposition: form-data; name="files"; filename="index.html"\r\n\r\nx\r\n';
    const post = (boundary: string, ...parts: readonly string[]): Promise<Response> =>
      convert(service, `${parts.map((part) => `--b\r\n${part}`).join('')}--b--\r\n`, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      });
    const field = (headers = ''): string => `${headers}Content-Disposition: form-data; name="a"\r\n\r\n\r\n`;
    const list = (length: number, part: string): string[] => Array.from({ length }, () => part);
    try {
      for (const boundary of ['b', '"b"', 'b; charset=utf-8'])
        expect((await post(boundary, whole, ...list(999, field()))).status, boundary).to.equal(200);
      const messages = async (answer: Response): Promise<unknown> =>
        ((await answer.json()) as { detail: string }).detail;
      const tooMany = await post('b', whole, ...list(1000, field()));
      expect([tooMany.status, await messages(tooMany)]).to.deep.equal([422, 'body: a form has at most 1000 parts']);
      const tooMuch = await post('b', whole, ...list(10, field('X: y\r\n'.repeat(5000))));
      expect([tooMuch.status, await messages(tooMuch)]).to.deep.equal([
        422,
        'body: a form has at most 262144 bytes of part headers',
      ]);
      for (const boundary of ['', '"\\"', 'é', 'x'.repeat(71)])
        expect((await post(encodeURI(boundary), whole)).status, boundary).to.equal(422);
      expect(pool.jobs).to.have.length(3);
    } finally {
      await service.close();
    }
  });
});
