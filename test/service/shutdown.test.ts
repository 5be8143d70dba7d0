/** The whole service in a process of its own, told to end while it renders. */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/start.ts', import.meta.url));

describe('a service that is told to end', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-end-'));
  let service: ChildProcess;
  after(() => {
    service?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('finishes what it has begun, however often it is told', async () => {
    service = spawn(process.execPath, ['--import=tsx', program], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        PORT: '0',
        ADMIN_PORT: '0',
        HOST: '127.0.0.1',
        WORKERS: '1',
        MAX_PAGES: '1000',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      service.stderr!.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = /listens on (\S+)/.exec(text);
        if (found) resolve(found[1]);
      });
      service.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    const running = fetch(`${url}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ html: '<p>word word word</p>'.repeat(1500) }),
    });
    await new Promise((done) => setTimeout(done, 100));
    service.kill('SIGTERM');
    service.kill('SIGINT');
    await new Promise((done) => setTimeout(done, 20));
    service.kill('SIGTERM');
    const answer = await running;
    expect(answer.status).to.equal(200);
    expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(1000);
    expect(await ended).to.equal(0);
  });
});
