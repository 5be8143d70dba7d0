import { expect } from 'chai';
import { render, RenderError } from '../../engine/index.ts';
import { readPdfInfo } from '../../engine/pdf.ts';
import { finishedPdf } from '../../server/rendering/steps.ts';
import { withClock } from '../support/clock.ts';
import { balanceOf } from '../support/jobs.ts';
import { extractText } from '../support/pdfium.ts';
import { postRender, startService, type TestService } from '../support/service.ts';
import { startWorkers } from '../support/workers.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('steps after a render', function () {
  this.timeout(120_000);
  let service: TestService;
  let headers: Record<string, string>;
  let terms: string;
  before(async () => {
    const pool = await startWorkers({ maxPages: 5 });
    service = await startService({ pool, environment: { MAX_PAGES: '5' } });
    headers = { 'x-api-key': await service.key('pro') };
    terms = base64((await render('<title>Terms</title><p>Terms 1<p style="break-before:page">Terms 2')).pdf);
  });
  after(() => service?.close());

  const textOf = async (answer: Response, password?: string): Promise<string[]> => {
    expect(answer.status, answer.status === 200 ? '' : await answer.clone().text()).to.equal(200);
    const text = await extractText(new Uint8Array(await answer.arrayBuffer()), password);
    return text.map((page) => page.trim());
  };

  interface ErrorsJson {
    readonly code: string;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  }

  it('are applied in order', async () => {
    const steps = [
      { merge: { before: [{ file: 'terms.pdf', pages: '2' }], after: ['terms.pdf'] } },
      { stamp: { file: 'mark.pdf', pages: '1' } },
      { encrypt: { userPassword: 'secret' } },
    ];
    const mark = base64((await render('<p>Mark')).pdf);
    const files = { 'terms.pdf': terms, 'mark.pdf': mark };
    const answer = await postRender(service, { html: '<p>Invoice', files, steps }, headers);
    expect(answer.headers.get('x-page-count')).to.equal('4');
    const [first, ...rest] = await textOf(answer, 'secret');
    expect(first)
      .to.match(/Terms 2/)
      .and.to.match(/Mark/);
    expect(rest).to.deep.equal(['Invoice', 'Terms 1', 'Terms 2']);
  });

  it('apply to an existing PDF that is the document, for a credit', async () => {
    const before = await balanceOf(service, headers['x-api-key']!);
    const files = { 'terms.pdf': terms };
    const body = { document: 'terms.pdf', files, steps: [{ impose: { layout: '2x1' } }] };
    const answer = await postRender(service, body, headers);
    expect(answer.headers.get('x-page-count')).to.equal('1');
    expect((await textOf(answer))[0]).to.match(/Terms 1[^]*Terms 2/);
    expect(await balanceOf(service, headers['x-api-key']!)).to.equal(before - 1);
  });

  it('are applied to an existing PDF also as options', async () => {
    const body = { document: 'terms.pdf', files: { 'terms.pdf': terms } };
    const secret = { options: { encryption: { userPassword: 'secret' } } };
    const answer = await postRender(service, { ...body, ...secret }, headers);
    expect(await textOf(answer, 'secret')).to.deep.equal(['Terms 1', 'Terms 2']);
    const empty = { options: { encryption: { userPassword: '' } } };
    const refused = await postRender(service, { ...body, ...empty }, headers);
    expect(((await refused.json()) as ErrorsJson).errors[0]?.field).to.equal('options.encryption');
  });

  it('refuse options that need a render, because an existing PDF is not rendered', async () => {
    const body = { document: 'terms.pdf', files: { 'terms.pdf': terms }, steps: [{ impose: {} }] };
    const fieldsOf = async (rest: object, path = '/v1/render'): Promise<string[]> => {
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...rest }),
      });
      expect(answer.status).to.equal(422);
      const { errors } = (await answer.json()) as ErrorsJson;
      expect(errors[0]?.message).to.match(/no effect on an existing PDF/);
      return errors.map(({ field }) => field);
    };
    expect(await fieldsOf({ options: { redact: { selector: 'b' }, title: 'x' } })).to.have.members([
      'options.redact',
      'options.title',
    ]);
    expect(await fieldsOf({ options: { pageSize: 'A5' } }, '/v1/check')).to.deep.equal(['options.pageSize']);
    expect(await fieldsOf({ steps: [], options: { profile: 'PDF/A-3b' } })).to.deep.equal(['options.profile']);
    expect(await fieldsOf({ values: { a: 1 } })).to.deep.equal(['values']);
    const before = await balanceOf(service, headers['x-api-key']!);
    const answer = await postRender(service, { ...body, options: {} }, headers);
    expect([answer.status, await balanceOf(service, headers['x-api-key']!)]).to.deep.equal([200, before - 1]);
  });

  it('work in forms and for pictures, which need no password', async () => {
    const form = new FormData();
    form.append('html', '<p>x');
    form.append('files', new Blob([Buffer.from(terms, 'base64')]), 'terms.pdf');
    form.append('steps', JSON.stringify([{ merge: { before: ['terms.pdf'] } }, { encrypt: { userPassword: 'a' } }]));
    const picture = await fetch(`${service.url}/v1/render?page=2`, {
      method: 'POST',
      headers: { ...headers, accept: 'image/png' },
      body: form,
    });
    expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
  });

  it('are refused with the path of each mistake', async () => {
    const mistakes = async (steps: unknown, files: Record<string, string> = {}): Promise<string[]> => {
      const answer = await postRender(service, { html: 'x', files, steps }, headers);
      expect(answer.status).to.equal(422);
      return ((await answer.json()) as ErrorsJson).errors.map(({ field }) => field);
    };
    expect(await mistakes([{}])).to.deep.equal(['steps.0']);
    expect(await mistakes([{ merge: {}, stamp: { file: 'a.pdf' } }])).to.deep.equal(['steps.0']);
    expect(await mistakes([{ shred: {} }])).to.deep.equal(['steps.0.shred', 'steps.0']);
    expect(await mistakes([{ stamp: { file: 'none.pdf' } }])).to.deep.equal(['steps.0.stamp.file']);
    expect(await mistakes([{ encrypt: { userPassword: 'a' } }, { impose: {} }])).to.deep.equal(['steps']);
    expect(await mistakes([{ impose: { layout: 'zigzag' } }])).to.deep.equal(['steps.0.impose.layout']);
    expect(await mistakes([{ merge: { after: ['a.pdf'] } }], { 'a.pdf': 'AAAA' })).to.deep.equal(['steps.0.merge']);
    expect(
      await mistakes([{ merge: { after: ['terms.pdf'] } }, { stamp: { file: 'terms.pdf', pages: 'x' } }], {
        'terms.pdf': terms,
      }),
    ).to.deep.equal(['steps.1.stamp.pages']);
  });

  it('keep the page limit, and report content that they cannot keep', async () => {
    const files = { 'terms.pdf': terms };
    const steps = [{ merge: { after: ['terms.pdf', 'terms.pdf', 'terms.pdf'] } }];
    const long = await postRender(service, { html: 'x', files, steps }, headers);
    expect(((await long.json()) as ErrorsJson).code).to.equal('page_limit_exceeded');
    const bare = (await render('<p>x')).pdf;
    expect((await readPdfInfo(bare)).isTagged).to.equal(true);
    const answer = await postRender(
      service,
      { html: '<p>x', files, steps: [{ impose: { layout: '2x1' } }] },
      { ...headers, accept: 'multipart/mixed' },
    );
    expect(await answer.text()).to.include('request/not-kept');
  });

  it('name the limit of the whole render when one of them is late', async () => {
    const { pdf } = await render('<p>x');
    const finishing = {
      steps: [{ merge: { after: Array.from({ length: 50 }, () => 'a.pdf') } }],
      signature: undefined,
      signer: () => new Uint8Array(0),
      files: new Map([['a.pdf', pdf]]),
      isTest: false,
      maxPages: 1000,
      deadlineMs: 40,
    };
    let now = 0;
    const late = await withClock(
      () => (now += 1.5),
      () => finishedPdf(pdf, {}, finishing).catch((error: unknown) => error),
    );
    expect(late).to.be.instanceOf(RenderError).with.property('code', 'render_timeout');
    expect((late as RenderError).message).to.match(/^steps\.0\.merge: .* longer than 40 ms/);
  });
});
