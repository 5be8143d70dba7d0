/** Real worker processes: a document affects its own render and no other. */
import { CHECK, PDF } from '../../server/rendering/work.ts';
import { expect } from 'chai';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createGreedyPng } from '../hostile/service/generators.ts';
import { PoolError, type RenderPool, startPool } from '../../server/rendering/pool.ts';
import { WORKER_FILE } from '../support/built.ts';
import { until } from '../support/until.ts';
import { Processes } from '../../server/rendering/processes.ts';

const QUIET = new AbortController().signal;
const SMALL = '<p>fine</p>';
const CONFIG = {
  workers: 1,
  workerMemoryMb: 256,
  queueLimit: 2,
  queueTimeoutMs: 60_000,
  renderTimeoutMs: 60_000,
  maxPages: 50,
  workerFile: WORKER_FILE,
};

const reason = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof PoolError ? error.reason : String(error)),
  );

/** Starts a check. `started` resolves when a worker runs it. */
function begun(
  pool: RenderPool,
  html: string,
  signal: AbortSignal,
): { readonly running: Promise<string>; readonly started: Promise<void> } {
  let begin = (): void => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const customer = { account: '', atOnce: 1, isKeyed: true, usedMs: 0, worked: () => undefined, began: () => begin() };
  const running = reason(pool.run(CHECK, html, signal, customer));
  return { running, started };
}

describe('the worker pool', function () {
  this.timeout(300_000);
  let pool: RenderPool;
  before(async () => {
    pool = await startPool(CONFIG);
  });
  after(() => pool?.close());

  it('renders, checks and refuses', async () => {
    const { result } = await pool.run(PDF, SMALL, QUIET);
    expect(result.ok && Buffer.from(result.bytes).subarray(0, 5).toString()).to.equal('%PDF-');
    const checked = (await pool.run(CHECK, SMALL, QUIET)).result;
    expect(checked.ok && [checked.pages, checked.bytes.length]).to.deep.equal([1, 0]);
    const refused = (await pool.run(PDF, '<img src=//a.example/x>', QUIET)).result;
    expect(!refused.ok && refused.code).to.equal('external_resource');
    const long = (await pool.run(PDF, '<p style="break-after:page">x</p>'.repeat(60), QUIET)).result;
    expect(!long.ok && long.code).to.equal('page_limit_exceeded');
  });

  it('draws barcodes, which are no files', async () => {
    const page = (query: string): string =>
      `<!doctype html><html lang=en><title>t</title><img src="barcode:${query}" alt=x>`;
    const good = (await pool.run(CHECK, page('qr?text=x'), QUIET)).result;
    expect(good.ok && good.diagnostics).to.deep.equal([]);
    const wrong = (await pool.run(CHECK, page('ean13?text=1'), QUIET)).result;
    expect(wrong.ok && wrong.diagnostics[0]!.message).to.contain('EAN-13 must be 12 or 13 digits');
  });

  it('limits its queue, and releases a caller who leaves it', async () => {
    const slow = '<p>word word word</p>'.repeat(20_000);
    const leave = new AbortController();
    const running = reason(pool.run(CHECK, slow, leave.signal));
    const waiting = new AbortController();
    const first = reason(pool.run(CHECK, SMALL, waiting.signal));
    const second = reason(pool.run(CHECK, SMALL, QUIET));
    expect(await reason(pool.run(CHECK, SMALL, QUIET))).to.equal('overloaded');
    waiting.abort();
    expect(await first).to.equal('aborted');
    leave.abort();
    expect(await running).to.equal('aborted');
    expect(await second).to.equal('done');
    expect([pool.waiting, pool.busy]).to.deep.equal([0, 0]);
  });

  it('checks references without laying out', async () => {
    const work = { make: 'references' } as const;
    expect((await pool.run(work, SMALL, QUIET)).result).to.include({ ok: true, pages: 0 });
    const refused = (await pool.run(work, '<img src=//a.example/x>', QUIET)).result;
    expect(!refused.ok && refused.code).to.equal('external_resource');
    const long = '<p style="break-after:page">x</p>'.repeat(60);
    expect((await pool.run(work, long, QUIET)).result.ok).to.equal(true);
  });

  it('keeps the worker of a caller who leaves', async () => {
    const leave = new AbortController();
    const { running, started } = begun(pool, '<p>word word word</p>'.repeat(20_000), leave.signal);
    await started;
    const before = pool.restarts;
    leave.abort();
    expect(await running).to.equal('aborted');
    expect((await pool.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
    expect(pool.restarts).to.equal(before);
  });

  it('replaces a worker that ran out of memory, without charging the next job for it', async () => {
    const small = await startPool({
      workerFile: WORKER_FILE,
      workers: 1,
      workerMemoryMb: 64,
      queueLimit: 2,
      queueTimeoutMs: 60_000,
      renderTimeoutMs: 60_000,
      maxPages: 5000,
    });
    expect(await reason(small.run(CHECK, '<p>word <b>word</b> word</p>'.repeat(60_000), QUIET))).to.equal('memory');
    expect(small.ready, 'a spare is loaded').to.equal(true);
    expect((await small.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
    expect(small.restarts).to.equal(1);
    await small.close();
  });

  it('survives a document that exhausts its memory', async () => {
    const hungry = `<table>${'<tr><td>a<td>b<td>c'.repeat(400_000)}`;
    const outcome = await pool.run(CHECK, hungry, QUIET).then(
      ({ result }) => (result.ok ? 'done' : result.code),
      (error: unknown) => (error as PoolError).reason,
    );
    expect(outcome).to.be.oneOf(['memory', 'document_too_complex', 'render_timeout', 'page_limit_exceeded', 'timeout']);
    expect((await pool.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
  });

  it('monitors all memory of a worker, not only its heap', async () => {
    const before = pool.restarts;
    const greedy = `<img src="data:image/png;base64,${createGreedyPng()}">`;
    expect(await reason(pool.run(CHECK, greedy, QUIET))).to.equal('memory');
    expect(pool.restarts).to.equal(before + 1);
    expect((await pool.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
  });
});

/** Returns the live child processes of this one. */
function children(): number[] {
  const list = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

describe('a pool with training', () => {
  it('runs jobs while its workers are trained', async function () {
    this.timeout(120_000);
    const pool = await startPool({ ...CONFIG, workerMemoryMb: 512, workerTrainingMs: 60_000 });
    try {
      for (let i = 0; i < 5; i++) {
        expect((await pool.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
        await new Promise((done) => setTimeout(done, 100));
      }
      expect(pool.restarts).to.equal(0);
    } finally {
      await pool.close();
    }
  });
});

describe('worker processes', function () {
  this.timeout(240_000);
  let pool: RenderPool;
  let others: number[];
  const workers = (): number[] => children().filter((pid) => !others.includes(pid));
  beforeEach(async function () {
    if (process.platform !== 'linux') this.skip();
    others = children();
    pool = await startPool(CONFIG);
  });
  afterEach(() => pool?.close());

  it('are killed if they do not respond and their time is up', async () => {
    await pool.close();
    pool = await startPool({ ...CONFIG, renderTimeoutMs: 1000 });
    const all = workers();
    expect(all, 'one at work and a spare').to.have.lengthOf(2);
    const { running: stuck, started } = begun(pool, '<p>word word word</p>'.repeat(40_000), QUIET);
    await started;
    // A stopped process looks neither at the clock nor at its messages.
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    expect(await stuck).to.equal('timeout');
    for (const pid of workers()) process.kill(pid, 'SIGCONT');
    // On a busy machine, the short limit may end a few small renders.
    while ((await reason(pool.run(CHECK, SMALL, QUIET))) !== 'done');
  });

  it('are replaced silently if they die while idle', async () => {
    for (let i = 0; i < 3; i++) {
      for (const pid of workers()) process.kill(pid, 'SIGKILL');
      expect((await pool.run(CHECK, SMALL, QUIET)).result.ok).to.equal(true);
    }
    expect(pool.restarts).to.be.greaterThan(2);
  });

  it('know nothing of the service, and end with the pool', async () => {
    for (const pid of workers()) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(
        environment.filter(
          (entry) =>
            !/^(NODE_CHANNEL_|PWD=|TMPDIR=|PAGEWRIGHT_CODE_CACHE=|XDG_CACHE_HOME=|_=|OLDPWD|SHLVL)/.test(entry),
        ),
      ).to.deep.equal([]);
    }
    await pool.close();
    expect(workers()).to.deep.equal([]);
  });

  describe('if its files are replaced', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-replaced-'));
    const dist = join(folder, 'dist');
    const root = fileURLToPath(new URL('../..', import.meta.url));
    before(() => {
      for (const part of ['engine', 'chunks', 'server'])
        cpSync(join(root, 'dist', part), join(dist, part), { recursive: true });
      for (const other of ['package.json', 'assets', 'node_modules'])
        symlinkSync(join(root, other), join(folder, other));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it('replaces a worker that misses one, so that the next render succeeds', async () => {
      const replaced = await startPool({ ...CONFIG, workerFile: join(dist, 'server/rendering/worker.js') });
      const grid = join(dist, 'engine/engine-grid.script.cjs');
      renameSync(grid, `${grid}.old`);
      const html = '<div style="display:grid">text</div>';
      expect(await reason(replaced.run(PDF, html, QUIET))).to.equal('crashed');
      renameSync(`${grid}.old`, grid);
      await until(() => replaced.restarts === 1);
      expect((await replaced.run(PDF, html, QUIET)).result.ok).to.equal(true);
      await replaced.close();
    });

    it('releases callers who leave while no worker can start', async () => {
      const workerFile = join(folder, 'worker.mjs');
      writeFileSync(
        workerFile,
        "process.send({ say: 'ready', residentMb: 1 }); process.on('message', () => process.exit(1));",
      );
      const replaced = await startPool({ ...CONFIG, workerFile });
      rmSync(workerFile);
      const leave = new AbortController();
      const running = reason(replaced.run(PDF, SMALL, leave.signal));
      await until(() => !replaced.ready);
      leave.abort();
      expect(await Promise.race([running, delay(5_000)])).to.equal('aborted');
      await replaced.close();
    });
  });
});

describe('a call that stops waiting for a process', function () {
  this.timeout(30_000);

  it('gets none later', async () => {
    const warn = (): void => undefined;
    const processes = new Processes({ workers: 1, memoryMb: 512, trainingMs: 0, workerFile: WORKER_FILE, warn });
    await processes.start();
    const { signal } = new AbortController();
    const first = await processes.take(0, signal);
    await processes.take(0, signal);
    const leaving = new AbortController();
    const left = processes.take(60_000, leaving.signal);
    leaving.abort();
    expect([await left, await processes.take(0, signal)]).to.deep.equal([null, null]);
    processes.give(first!);
    expect(await processes.take(0, signal)).to.equal(first);
    await processes.close();
  });
});
