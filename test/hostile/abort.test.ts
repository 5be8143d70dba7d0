/** A flag in shared memory is noticed while one page is laid out, however long that takes. */
import { expect } from 'chai';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

const engine = fileURLToPath(new URL('../../dist/engine/index.cjs', import.meta.url));

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { render } = require(workerData.engine);
const flag = new Int32Array(workerData.stop);
let looks = 0;
// Once the flag is set, the render must end at this look: it counts no further ones.
const signal = { get aborted() { const stop = Atomics.load(flag, 0) !== 0; if (stop) looks++; return stop; } };
const onProgress = ({ stage }) => { if (stage === 'layout') parentPort.postMessage('layout'); };
const answer = (html, options) => render(html, options).then(() => 'pdf', (error) => error.code);
(async () => {
  const first = await answer(workerData.html, { signal, onProgress });
  Atomics.store(flag, 0, 0);
  parentPort.postMessage([first, looks, await answer('<p>a', { signal })]);
})();`;

describe('the layout of a single page', function () {
  this.timeout(120_000);

  it('ends if a flag in shared memory is set, without affecting the next render', async () => {
    const stop = new SharedArrayBuffer(4);
    const html = `<style>@page{size:200px 5000000px}</style>${'<p>word word word'.repeat(60_000)}`;
    const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { engine, stop, html } });
    await once(worker, 'message');
    Atomics.store(new Int32Array(stop), 0, 1);
    const [answers] = (await once(worker, 'message')) as [unknown];
    expect(answers).to.deep.equal(['aborted', 1, 'pdf']);
    await worker.terminate();
  });
});
