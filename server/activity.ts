/** Counts unanswered requests and unsettled renders. Shutdown waits for them. */
export class Activity {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  /** Starts one activity. The returned function ends it, and may be called repeatedly. */
  begin(): () => void {
    this.running++;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.running === 0) for (const wake of this.waiting) wake();
    };
  }

  /** Resolves when nothing is running, or after the timeout. */
  idle(timeoutMs: number): Promise<void> {
    if (this.running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, timeoutMs));
      this.waiting.add(wake);
    });
  }
}
