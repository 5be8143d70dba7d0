/** Signatures with the operator's key, over HTTP. */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render } from '../../engine/index.ts';
import { loadConfig } from '../../server/config.ts';
import { openSigner } from '../../server/signing/operator.ts';
import type { PdfStep } from '../../server/rendering/steps.ts';
import { CHECK, PDF, type Work } from '../../server/rendering/work.ts';
import { endedJob, getAs, lines, postJob } from '../support/jobs.ts';
import { hasPoppler } from '../support/poppler.ts';
import { hasProgram } from '../support/programs.ts';
import { postRender, startService, type TestService } from '../support/service.ts';
import { startWorkers } from '../support/workers.ts';

interface ErrorsJson {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[] | null;
}

describe('signatures with the key of the operator', function () {
  this.timeout(120_000);
  let folder = '';
  let environment: Record<string, string>;
  let service: TestService;
  let headers: Record<string, string>;
  const path = (name: string): string => join(folder, name);
  const openssl = (command: string): void =>
    void execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });

  before(async function () {
    if (!hasProgram('openssl', 'version')) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'pagewright-signing-'));
    openssl('req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 3650 -subj /CN=Operator');
    openssl('pkcs12 -export -inkey key.pem -in cert.pem -passout pass:secret -out key.p12');
    writeFileSync(path('password'), 'secret\n');
    environment = { SIGNING_KEY: path('key.p12'), SIGNING_PASSWORD: path('password') };
    const pool = await startWorkers({ sign: await openSigner(loadConfig(environment).signing!) });
    service = await startService({ pool, environment });
    service.app.jobs.start();
    headers = { 'x-api-key': await service.key('pro') };
  });
  after(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the report of pdfsig, after OpenSSL has verified the signature. */
  async function verified(answer: Response): Promise<string> {
    expect(answer.status, answer.status === 200 ? '' : await answer.clone().text()).to.equal(200);
    const pdf = Buffer.from(await answer.arrayBuffer());
    const [, begin, end, length] = /\/ByteRange\[0 (\d+) (\d+) (\d+) *\]/.exec(pdf.toString('latin1'))!.map(Number);
    writeFileSync(path('bytes'), Buffer.concat([pdf.subarray(0, begin), pdf.subarray(end, end! + length!)]));
    writeFileSync(path('cms.der'), Buffer.from(pdf.toString('latin1', begin! + 1, end! - 1), 'hex'));
    openssl('cms -verify -binary -cades -CAfile cert.pem -purpose any -inform DER -in cms.der -content bytes -out x');
    if (!hasPoppler) return '';
    writeFileSync(path('signed.pdf'), pdf);
    return execFileSync('pdfsig', ['signed.pdf'], { cwd: folder, encoding: 'utf8' });
  }

  const problem = async (body: object, with_ = headers): Promise<ErrorsJson & { readonly status: number }> => {
    const answer = await postRender(service, body, with_);
    return { ...((await answer.json()) as ErrorsJson), status: answer.status };
  };

  it('are valid as an option, as the last step, and in a job', async () => {
    const signature = { name: 'Operator', reason: 'Issued', location: 'Vienna' };
    const terms = Buffer.from((await render('<p>Terms')).pdf).toString('base64');
    const answers = [
      await postRender(service, { html: '<p>Contract', options: { signature } }, headers),
      await postRender(
        service,
        {
          html: '<p>Contract',
          files: { 'terms.pdf': terms },
          steps: [{ merge: { after: ['terms.pdf'] } }, { sign: {} }],
        },
        headers,
      ),
      await postRender(
        service,
        { document: 'terms.pdf', files: { 'terms.pdf': terms }, options: { signature } },
        headers,
      ),
    ];
    const key = headers['x-api-key']!;
    const posted = await postJob(service, key, lines({ options: { signature } }, { html: '<p>Contract' }));
    const { id } = (await posted.json()) as { id: string };
    await endedJob(service, key, id);
    answers.push(await getAs(service, `/v1/jobs/${id}/results/0`, key));
    for (const answer of answers) {
      const report = await verified(answer);
      if (hasPoppler) expect(report).to.contain('Signature is Valid').and.to.contain('Common Name: Operator\n');
    }
  });

  it('are not made for checks and pictures', async () => {
    const body = { html: '<p>x', options: { signature: {} } };
    expect((await postRender(service, body, { ...headers, accept: 'image/png' })).status).to.equal(200);
    const check = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(((await check.json()) as { pages: number }).pages).to.equal(1);
  });

  it('are refused where they would not be valid', async () => {
    const mistakes = async (body: object): Promise<(string | undefined)[]> =>
      ((await problem({ html: 'x', ...body })).errors ?? []).map(({ field }) => field);
    expect(await mistakes({ steps: [{ sign: {} }, { impose: {} }] })).to.deep.equal(['steps']);
    expect(await mistakes({ steps: [{ sign: {} }, { encrypt: { userPassword: 'a' } }] })).to.deep.equal(['steps']);
    expect(await mistakes({ options: { signature: {} }, steps: [{ impose: {} }] })).to.deep.equal([
      'options.signature',
    ]);
    const encryption = { userPassword: 'a' };
    expect(await mistakes({ options: { signature: {}, encryption } })).to.deep.equal(['options.signature']);
    expect(await mistakes({ options: { signature: { field: 'none' } } })).to.deep.equal(['options.signature']);
    expect(await mistakes({ options: { signature: { key: 'mine' } } })).to.deep.equal(['options.signature.key']);
  });

  it('need a key whose plan includes them', async () => {
    const body = { html: '<p>x', options: { signature: {} } };
    const free = await service.key('free');
    for (const who of [{}, { 'x-api-key': free }]) {
      const refused = await problem(body, who as Record<string, string>);
      expect([refused.status, refused.code]).to.deep.equal([403, 'plan_forbids']);
    }
    const job = await postJob(service, free, lines({}, { html: 'x', steps: [{ sign: {} }] }));
    expect(((await job.json()) as ErrorsJson).code).to.equal('plan_forbids');
    const features = async (key: string): Promise<string[]> =>
      ((await (await getAs(service, '/v1/me', key)).json()) as { features: string[] }).features;
    expect(await features(headers['x-api-key']!)).to.deep.equal(['rest', 'mcp', 'sign']);
    expect(await features(free)).to.deep.equal(['rest', 'mcp']);
  });

  it('need an API key also in a service without metering', async () => {
    const unmetered = await startService({ environment: { ...environment, METERING: 'off' } });
    try {
      const body = { html: '<p>x', options: { signature: {} } };
      expect((await postRender(unmetered, body)).status).to.equal(403);
      expect((await postRender(unmetered, body, { 'x-api-key': await unmetered.key('free') })).status).to.equal(200);
    } finally {
      await unmetered.close();
    }
  });

  it('are not available without a key of the operator', async () => {
    const without = await startService();
    try {
      const key = await without.key('pro');
      const answer = await postRender(without, { html: 'x', steps: [{ sign: {} }] }, { 'x-api-key': key });
      const { code, errors } = (await answer.json()) as ErrorsJson;
      expect([code, errors?.[0]?.field]).to.deep.equal(['validation_error', 'steps.0.sign']);
      const me = (await (await getAs(without, '/v1/me', key)).json()) as { features: string[] };
      expect(me.features).to.deep.equal(['rest', 'mcp']);
    } finally {
      await without.close();
    }
  });

  it('are limited to one per job that asks for it, regardless of its worker', async () => {
    const workerFile = fileURLToPath(new URL('../support/signing-worker.mjs', import.meta.url));
    const pool = await startWorkers({ workerFile, sign: () => Promise.resolve(Uint8Array.of(1, 2, 3)) });
    const lengths = async (work: Work, steps: readonly PdfStep[]): Promise<number[]> => {
      const { result } = await pool.run(work, { html: 'x', steps }, new AbortController().signal);
      return result.ok ? [...result.bytes].sort() : [];
    };
    try {
      expect(await lengths(PDF, [{ sign: {} }])).to.deep.equal([0, 3]);
      expect(await lengths(PDF, [])).to.deep.equal([0, 0]);
      expect(await lengths(CHECK, [{ sign: {} }])).to.deep.equal([0, 0]);
    } finally {
      await pool.close();
    }
  });

  it('stop the start if the key is wrong', async () => {
    const failure = async (variables: Record<string, string>): Promise<string> => {
      try {
        await openSigner(loadConfig(variables).signing!);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await failure({ SIGNING_KEY: path('key.p12') })).to.contain('Check the password');
    expect(await failure({ SIGNING_KEY: path('none.p12') })).to.contain('none.p12');
    expect(await failure({ SIGNING_PASSWORD: path('password') })).to.contain('PAGEWRIGHT_SIGNING_KEY: ');
    expect(await failure({ SIGNING_KEY: path('key.pem'), SIGNING_CERTIFICATE: path('cert.pem') })).to.equal('');
  });
});
