/** What is under way: requests until they are answered, and renders until their credit is settled. Shutting down waits for it. */
export class Activity {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  /** One more thing under way; the returned function ends it, once. */
  begin(): () => void {
    this.running++;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.running === 0) for (const wake of this.waiting) wake();
    };
  }

  /** Resolves when nothing is under way, or when the time is up. */
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
