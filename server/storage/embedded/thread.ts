/** The database thread. Waiting for locks and disks blocks only this thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqlAccounts } from '../sql-accounts.ts';
import { SqlContents } from '../sql-contents.ts';
import { SqlJobs } from '../sql-jobs.ts';
import { SqlWindows } from '../sql-windows.ts';
import { StoreUnavailable } from '../store.ts';
import type { Answer, Call, Opening, Parts } from './calls.ts';
import { EmbeddedDatabase } from './database.ts';

const port = parentPort!;
const database = open((workerData as { folder: string }).folder);
const parts: Parts = {
  accounts: new SqlAccounts(database),
  windows: new SqlWindows(database),
  jobs: new SqlJobs(database),
  contents: new SqlContents(database),
};

/** Calls run one after the other, because the database has one transaction at a time. */
let turn: Promise<void> = Promise.resolve();

port.on('message', (calls: readonly Call[] | 'close') => {
  turn = turn.then(async () => {
    if (calls === 'close') {
      await database.close();
      port.close();
      return;
    }
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await answer(call));
    port.postMessage(answers);
  });
});
port.postMessage({ opened: true } satisfies Opening);

/** Opens the database. Errors are converted to messages, because their class is lost between threads. */
function open(folder: string): EmbeddedDatabase {
  try {
    return new EmbeddedDatabase(folder);
  } catch (error) {
    port.postMessage({ opened: false, message: (error as Error).message } satisfies Opening);
    process.exit(1);
  }
}

async function answer({ id, part, method, given, until }: Call): Promise<Answer> {
  if (Date.now() > until) return { id, ok: false, unavailable: true, message: 'the database was busy for too long' };
  try {
    const methods = parts[part] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    return { id, ok: true, value: await methods[method]!(...given) };
  } catch (error) {
    return { id, ok: false, unavailable: error instanceof StoreUnavailable, message: (error as Error).message };
  }
}
