/** Receives notifications of opened jobs from all processes, by LISTEN and NOTIFY, on a dedicated connection. */
import pg from 'pg';

const CHANNEL = 'pagewright_jobs';
/** Delay before reconnecting. */
const AGAIN_MS = 5000;

/** The statement that notifies. Within a transaction, it takes effect on commit. */
export const TELL = `select pg_notify('${CHANNEL}', '')`;

export class JobNews {
  private readonly url: string;
  private readonly heard: () => void;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  /**
   * Listens until `close`. If that isn't possible, for example behind a transaction pooler, no notifications arrive and
   * nothing fails.
   */
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
      // Catches up on notifications missed before the connection.
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
