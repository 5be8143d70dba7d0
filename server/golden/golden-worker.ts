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
  keepPage,
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
  /** The version that a person accepted. If the document has changed since then, nothing is stored. */
  readonly accepted?: Acceptance;
}

export interface Acceptance {
  /** The hash of the PDF that the person saw. */
  readonly sha256: string;
  /** 1-based; null: all pages. */
  readonly page: number | null;
}

export interface GoldenAnswer {
  readonly index: number;
  readonly reported: Reported;
  /** SHA-256 of the PDF. null: rendering failed. */
  readonly sha256: string | null;
}

const { settings, arguments: given } = workerData as GoldenWork;

async function perform({ index, name, input, folder, root, mode, accepted }: GoldenTask): Promise<GoldenAnswer> {
  try {
    const options = await documentOptions(input, given);
    const { html } = await readDocument(input, given);
    const document = await renderDocument(html, options, settings.ignore);
    const { sha256 } = document;
    const place = { folder, root };
    const isAsSeen = accepted?.sha256 === sha256;
    if (isAsSeen && accepted.page !== null) await keepPage(document, place, accepted.page);
    const how = isAsSeen && accepted.page === null ? 'update' : mode;
    const result = await compareWithKept(document, place, settings, how, basename(input));
    const pdf = result.status === 'different' ? document.pdf : null;
    return { index, reported: { name, result, error: null, pdf }, sha256 };
  } catch (error) {
    return { index, reported: { name, result: null, error: failureOf(error).message }, sha256: null };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: GoldenTask) => {
  last = last.then(async () => parentPort?.postMessage(await perform(task)));
});
