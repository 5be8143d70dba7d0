/** A process that is killed during its work loses nothing and duplicates nothing. */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashKey } from '../../server/accounts/keys.ts';
import { periodAt, RESERVATION_GRACE_MS } from '../../server/metering/credits.ts';
import { startService, storedKey } from '../support/service.ts';
import { openTestStore } from '../support/servers.ts';

const child = fileURLToPath(new URL('../support/service-process.ts', import.meta.url));
const CREDITS = 5000;

function start(folder: string): Promise<{ process: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const service = spawn(process.execPath, ['--import=tsx', child], {
      env: { ...process.env, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service.stdout.once('data', (line: Buffer) => resolve({ process: service, url: line.toString().trim() }));
    service.once('error', reject);
    service.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

describe('a killed service', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-crash-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('reopens its store with every credit accounted for', async () => {
    const store = await openTestStore({ dataDir: folder });
    const key = await storedKey(store, 'pro');
    const account = `key:${hashKey(key)}`;
    await store.close();

    const { process: service, url } = await start(folder);
    let answered = 0;
    const calls = Array.from({ length: 200 }, () =>
      fetch(`${url}/v1/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: '{"html":"<!-- slow 20 -->"}',
      }).then(
        (response) => {
          if (response.status === 200 && ++answered === 40) service.kill('SIGKILL');
        },
        () => undefined,
      ),
    );
    await Promise.all(calls);

    const again = await openTestStore({ dataDir: folder });
    const now = Date.now();
    const later = now + 30_000 + RESERVATION_GRACE_MS + 1000;
    const ledger = await again.accounts.ledger(account);
    const count = (kind: string): number => ledger.filter((entry) => entry.kind === kind).length;
    const before = await again.accounts.balance(account, periodAt(now, CREDITS), now);
    expect(before.balance, 'granted - committed - reserved').to.equal(CREDITS - count('reserve') + count('refund'));
    const after = await again.accounts.balance(account, periodAt(later, CREDITS), later);
    // Reading writes nothing; the next change of the account does.
    const changed = await again.accounts.addCredits(account, 0, periodAt(later, CREDITS), later);
    expect(changed).to.deep.equal(after);
    const settled = await again.accounts.ledger(account);
    expect(count('commit'), 'what was answered is paid').to.be.at.least(answered);
    expect(after.balance, 'what was not committed came back').to.equal(CREDITS - count('commit'));
    expect(
      settled.reduce((sum, { amount }) => sum + amount, 0),
      'the ledger adds up',
    ).to.equal(after.balance);
    await again.close();
  });

  it('loses no document of a job and charges none twice', async () => {
    const store = await openTestStore({ dataDir: folder });
    const key = await storedKey(store, 'pro');
    await store.close();
    const { process: service, url } = await start(folder);
    const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key };
    const body = ['{}', ...Array<string>(40).fill('{"html":"<!-- slow 20 -->"}')].join('\n');
    const { id } = (await (await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })).json()) as { id: string };
    const done = async (at: string): Promise<number> =>
      ((await (await fetch(`${at}/v1/jobs/${id}`, { headers })).json()) as { done: number }).done;
    while ((await done(url)) < 10) await new Promise((next) => setTimeout(next, 20));
    const ended = new Promise((next) => service.once('exit', next));
    service.kill('SIGKILL');
    await ended;

    const again = await openTestStore({ dataDir: folder });
    const next = await startService({ store: again });
    // By then, other processes may take over what the dead process had claimed.
    next.now += 10 * 60_000;
    next.app.jobs.start();
    while ((await done(next.url)) < 40) await new Promise((soon) => setTimeout(soon, 50));
    await next.app.jobs.stop();
    const ledger = await again.accounts.ledger(`key:${hashKey(key)}`);
    expect(ledger.filter(({ kind }) => kind === 'commit')).to.have.lengthOf(40);
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).to.equal(CREDITS - 40);
    await next.close();
    await again.close();
  });
});
