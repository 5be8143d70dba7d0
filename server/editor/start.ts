/**
 * Starts the worker before the page's other scripts are read. On a first visit, it also requests the first document. Until
 * the worker has rendered that, the page shows the picture and the layout that the build made of it.
 */
import type { LaidOutPage } from 'pagewright/browser';
import { FIRST_DOCUMENT } from './first-document.ts';
import type { Answer, Request, StartedWorker } from './messages.ts';
import { projectOf, remembered } from './project.ts';

const { src } = document.currentScript as HTMLScriptElement;
const worker = new Worker(new URL('worker.js', src), { type: 'module' });
// An error may come before the page listens.
const failed = new Promise<void>((resolve) => worker.addEventListener('error', () => resolve(), { once: true }));

const early: Answer[] = [];
let take = (answer: Answer): void => void early.push(answer);
worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => take(data));
function listen(taker: (answer: Answer) => void): void {
  take = taker;
  early.forEach(taker);
}

/** Requests the first document. Returns the layout that the build made of it. */
async function startFirst(): Promise<readonly LaidOutPage[]> {
  const request: Request = { ask: 'render', version: 1, project: projectOf(FIRST_DOCUMENT), files: new Map() };
  worker.postMessage(request);
  document.documentElement.classList.add('first-visit');
  return (await fetch(new URL('examples/first-page.json', src))).json() as Promise<readonly LaidOutPage[]>;
}

const isFirst = location.hash === '' && remembered() === null;
// Without the prepared pages, the editor waits for the worker.
const firstPages = isFirst ? startFirst().catch(() => null) : null;
(window as { pagewright?: StartedWorker }).pagewright = { worker, failed, listen, firstPages };
