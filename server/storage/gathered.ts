/** Gathers concurrent requests to a server into one statement. */

interface Waiting<Q, A> {
  readonly request: Q;
  resolve(answer: A | null): void;
  reject(error: unknown): void;
}

/**
 * Sends requests in batches, one batch at a time. A request that finds no batch under way is sent at once. Those that
 * arrive meanwhile form the next batch, so batches grow with the load.
 */
export class Gathered<Q, A> {
  private readonly send: (requests: readonly Q[]) => Promise<ReadonlyMap<Q, A>>;
  private readonly most: number;
  private waiting: Waiting<Q, A>[] = [];
  private isSending = false;

  /** `send` answers some or all requests of a batch. `most`: size limit of a batch. */
  constructor(send: (requests: readonly Q[]) => Promise<ReadonlyMap<Q, A>>, most: number) {
    this.send = send;
    this.most = most;
  }

  /** Returns the answer, or null if the batch left it out. Rejects if the whole batch failed. */
  ask(request: Q): Promise<A | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ request, resolve, reject });
      if (!this.isSending) void this.sendAll();
    });
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    // Requests of the same turn of the event loop share a batch.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const answers = await this.send(batch.map(({ request }) => request));
        for (const { request, resolve } of batch) resolve(answers.get(request) ?? null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isSending = false;
  }
}
