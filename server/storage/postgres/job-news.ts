/** Tells when any process has opened a job, by LISTEN and NOTIFY, on a connection of its own. */
import pg from 'pg';

const CHANNEL = 'pagewright_jobs';
/** How long after a connection was lost the next is tried. */
const AGAIN_MS = 5000;

/** The statement that tells, to be part of a unit of work: it is heard when that is committed. */
export const TELL = `select pg_notify('${CHANNEL}', '')`;

export class JobNews {
  private readonly url: string;
  private readonly heard: () => void;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /** Listens until `close`. Where that isn't possible (a pooler of transactions between, say) nothing is heard, and nothing fails. */
  constructor(url: string, heard: () => void) {
    this.url = url;
    this.heard = heard;
    void this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: AGAIN_MS, keepAlive: true });
    this.client = client;
    client.on('notification', this.heard);
    client.once('error', () => undefined).once('end', () => this.again());
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // What was told while nobody listened.
      this.heard();
    } catch {
      await client.end().catch(() => undefined);
      this.again();
    }
  }

  private again(): void {
    if (this.closed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.connect();
    }, AGAIN_MS);
    this.timer.unref();
  }
}
