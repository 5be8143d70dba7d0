/** Notifications that jobs send when they end. */
import { expect } from 'chai';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signature } from '../../server/jobs/webhooks.ts';
import { codeOf, endedJob, type JobJson, lines, postJob } from '../support/jobs.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('webhooks of jobs', function () {
  this.timeout(30_000);
  let receiver: Server;
  let service: TestService;
  const told: { headers: IncomingHttpHeaders; body: string }[] = [];
  let origin: string;
  before(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        told.push({ headers: request.headers, body });
        response.writeHead(told.length === 1 ? 500 : 204).end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    service = await startService({ environment: { WEBHOOK_ORIGINS: origin } });
    service.app.jobs.start();
  });
  after(async () => {
    await service.app.jobs.stop();
    await service.close();
    receiver.close();
  });

  it('are signed and repeated until they are accepted', async () => {
    const key = await service.key('free');
    const secret = 'a secret of sixteen';
    const head = { webhook: { url: `${origin}/hook`, secret } };
    const { id } = (await (await postJob(service, key, lines(head, { html: '' }))).json()) as JobJson;
    await until(() => {
      // Advances to the time of the next attempt.
      if (told.length === 1) service.now += 1000;
      return told.length === 2;
    });
    const { headers, body } = told[1]!;
    expect(JSON.parse(body)).to.deep.include({ type: 'job.ended' });
    expect((JSON.parse(body) as { data: JobJson }).data).to.include({ id, state: 'ended', done: 1 });
    expect(headers['webhook-signature']).to.equal(
      `v1,${signature(secret, id, String(headers['webhook-timestamp']), body)}`,
    );
  });

  it('never delay documents if their receivers are silent', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const called: string[] = [];
    silent.on('request', (request) => void called.push(request.url!));
    const other = await startService({ environment: { WEBHOOK_ORIGINS: url, WORKERS: '2' } });
    try {
      other.app.jobs.start();
      const key = await other.key('pro');
      for (let i = 0; i < 4; i++) {
        const head = { webhook: { url: `${url}/${i}`, secret: 'a secret of sixteen' } };
        const { id } = (await (await postJob(other, key, lines(head, { html: '' }))).json()) as JobJson;
        await endedJob(other, key, id);
      }
      // All calls are waiting, and none has been given up.
      await until(() => called.length === 4);
      expect(new Set(called).size).to.equal(4);
    } finally {
      await other.app.jobs.stop();
      await other.close();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('never delay those of other callers if their receivers are silent', async () => {
    const called: string[] = [];
    const silent = createServer((request) => void called.push(request.url!));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const other = await startService({ environment: { WEBHOOK_ORIGINS: url } });
    try {
      other.app.jobs.start();
      const submit = async (key: string, path: string): Promise<void> => {
        const head = { webhook: { url: url + path, secret: 'a secret of sixteen' } };
        const { id } = (await (await postJob(other, key, lines(head, { html: '' }))).json()) as JobJson;
        await endedJob(other, key, id);
      };
      const [greedy, modest] = [await other.key('business'), await other.key('business')];
      for (let i = 0; i < 20; i++) await submit(greedy, '/greedy');
      await submit(modest, '/modest');
      await until(() => called.includes('/modest'));
      expect(called.filter((path) => path === '/greedy').length).to.be.within(4, 15);
    } finally {
      await other.app.jobs.stop();
      await other.close();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('follow no redirects', async () => {
    const paths: string[] = [];
    const bouncer = createServer((request, response) => {
      paths.push(request.url!);
      response.writeHead(307, { location: '/internal' }).end();
    });
    await new Promise<void>((done) => bouncer.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(bouncer.address() as AddressInfo).port}`;
    const other = await startService({ environment: { WEBHOOK_ORIGINS: url } });
    try {
      other.app.jobs.start();
      const head = { webhook: { url: `${url}/hook`, secret: 'a secret of sixteen' } };
      await postJob(other, await other.key('free'), lines(head, { html: '' }));
      await until(() => JSON.stringify(other.log).includes('the response status is 307'));
      expect(paths).to.deep.equal(['/hook']);
    } finally {
      await other.app.jobs.stop();
      await other.close();
      bouncer.close();
    }
  });

  it('call only origins that the operator permits', async () => {
    const key = await service.key('free');
    const others = ['http://169.254.169.254/latest', 'file:///etc/passwd', 'http://127.0.0.1:1/', 'no URL'];
    const { port } = new URL(origin);
    const inside = ['[::1]', '[::ffff:127.0.0.1]', 'localhost', '0.0.0.0', '127.0.0.2'].map(
      (host) => `http://${host}:${port}/`,
    );
    const hidden = [`blob:${origin}/a`, `${origin.replace('//', '//a:b@')}/`, `${origin}@example.com/`, `${origin}0/`];
    for (const url of [...others, ...inside, ...hidden]) {
      const head = { webhook: { url, secret: 'a secret of sixteen' } };
      const answer = await postJob(service, key, lines(head, { html: '' }));
      expect([answer.status, await codeOf(answer)], url).to.deep.equal([422, 'validation_error']);
    }
  });
});
