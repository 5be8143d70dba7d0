/**
 * Starts the worker before the page's other scripts are read. On a first visit, it also shows a picture of the first
 * document, which the build made, until the worker has rendered it.
 */
import type { StartedWorker } from './messages.ts';
import { remembered } from './project.ts';

const { src } = document.currentScript as HTMLScriptElement;
const worker = new Worker(new URL('worker.js', src), { type: 'module' });
// An error may come before the page listens.
const failed = new Promise<void>((resolve) => worker.addEventListener('error', () => resolve(), { once: true }));
(window as { pagewright?: StartedWorker }).pagewright = { worker, failed };

if (location.hash === '' && remembered() === null) document.documentElement.classList.add('first-visit');
