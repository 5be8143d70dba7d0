/** Worker thread of `pagewright golden`: renders documents and compares them with their snapshots. */
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentArguments, documentOptions, readDocument } from '../commands/input.ts';
import { failureOf } from '../commands/report.ts';
import {
  compareWithKept,
  type GoldenMode,
  type GoldenPlace,
  type GoldenSettings,
  renderDocument,
} from './golden-document.ts';
import type { Reported } from './report.ts';

/** Settings shared by all documents. */
export interface GoldenWork {
  readonly settings: GoldenSettings;
  readonly arguments: DocumentArguments;
}

export interface GoldenTask extends GoldenPlace {
  /** Index of the document. Results arrive in any order. */
  readonly index: number;
  readonly name: string;
  readonly input: string;
  readonly mode: GoldenMode;
}

export interface GoldenAnswer {
  readonly index: number;
  readonly reported: Reported;
}

const { settings, arguments: given } = workerData as GoldenWork;

async function perform({ index, name, input, folder, root, mode }: GoldenTask): Promise<GoldenAnswer> {
  try {
    const options = await documentOptions(input, given);
    const { html } = await readDocument(input, given);
    const document = await renderDocument(html, options, settings.ignore);
    const result = await compareWithKept(document, { folder, root }, settings, mode, basename(input));
    return { index, reported: { name, result, error: null } };
  } catch (error) {
    return { index, reported: { name, result: null, error: failureOf(error).message } };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: GoldenTask) => {
  last = last.then(async () => parentPort?.postMessage(await perform(task)));
});
