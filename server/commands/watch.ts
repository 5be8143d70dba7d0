/**
 * `render --watch`: renders documents again after changes to them or their resources. `--open` shows them in a browser
 * page that reloads.
 */
import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fontFiles } from './font-files.ts';
import { checkThere, type Job } from './inputs.ts';
import { openInViewer } from './open.ts';
import { LivePreview } from './live-preview.ts';
import { type RenderArguments, renderJob } from './render-job.ts';
import { pageCount, Status, UsageError } from './report.ts';
import { writeErr } from '../terminal.ts';

/** Debounce time. Editors write a file in several steps. */
const SETTLE_MS = 60;

/** Runs until interrupted. */
export async function watchDocuments(jobs: readonly Job[], given: RenderArguments): Promise<number> {
  if (jobs.some(({ input, output }) => input === '-' || output === '-'))
    throw new UsageError('--watch needs input and output files, not standard input or output');
  for (const { input } of jobs) checkThere(input);
  const preview = given.open ? new LivePreview(jobs.map(({ output }) => output)) : null;
  for (const job of jobs) await new WatchedDocument(job, given, () => preview?.reload()).renderNow();
  writeErr(`watching ${jobs.length === 1 ? jobs[0]!.input : `${jobs.length} documents`}; press Ctrl+C to stop\n`);
  if (preview !== null) {
    const url = await preview.listen();
    writeErr(`shown at ${url}\n`);
    await openInViewer(url).catch(() => undefined);
  }
  await new Promise<void>((done) => process.once('SIGINT', done).once('SIGTERM', done));
  return Status.Done;
}

class WatchedDocument {
  private readonly job: Job;
  private readonly given: RenderArguments;
  private readonly onRendered: () => void;
  /** Files that the last render requested. */
  private files = new Set<string>();
  /** Watched folders. Editors replace files, which would end a watch on the file itself. */
  private readonly watchers = new Map<string, FSWatcher>();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(job: Job, given: RenderArguments, onRendered: () => void) {
    this.job = job;
    this.given = given;
    this.onRendered = onRendered;
  }

  async renderNow(): Promise<void> {
    const { userStyle, font } = this.given;
    const fonts = (await Promise.all(font.map(fontFiles))).flat();
    this.files = new Set([this.job.input, ...userStyle, ...fonts].map((file) => resolve(file)));
    const start = performance.now();
    const onWritten = (pages: number): void => {
      const time = new Date().toTimeString().slice(0, 8);
      const took = Math.round(performance.now() - start);
      if (!this.given.json) writeErr(`${time} ${this.job.output}: ${pageCount(pages)} in ${took} ms\n`);
    };
    await renderJob(this.job, this.given, { onRead: (path) => this.files.add(resolve(path)), onWritten });
    for (const file of this.files) this.watchFolderOf(file);
    this.onRendered();
  }

  private watchFolderOf(file: string): void {
    const folder = dirname(file);
    if (this.watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name === null || this.files.has(resolve(folder, name))) this.changed();
    });
    // A removed folder is no longer watched.
    watcher.on('error', () => watcher.close());
    this.watchers.set(folder, watcher);
  }

  private changed(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.running.then(() => this.renderNow());
    }, SETTLE_MS);
  }
}
