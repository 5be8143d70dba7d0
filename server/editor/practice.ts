/** Repeats renders while the user does nothing: browsers compile code better after it has run several times. */

/** Idle time before the first repetition, and between two, in milliseconds. */
const AFTER_MS = 300;
const PAUSE_MS = 20;
/** Repetitions of one render, and of all renders. */
const MOST_OF_ONE = 8;
const MOST = 40;

/** Renders once more. Ends early if the signal is aborted. */
export type Repeat = (signal: AbortSignal) => Promise<unknown>;

export class Practice {
  private left = MOST;
  private controller = new AbortController();

  /** Repeats a render until `stop` is called. */
  begin(repeat: Repeat): void {
    this.stop();
    this.controller = new AbortController();
    void this.run(repeat, this.controller.signal);
  }

  /** Ends the repetitions, because the user needs the renderer. */
  stop(): void {
    this.controller.abort();
  }

  private async run(repeat: Repeat, signal: AbortSignal): Promise<void> {
    await pause(AFTER_MS);
    for (let i = 0; i < MOST_OF_ONE && this.left > 0 && !signal.aborted; i++) {
      this.left--;
      await repeat(signal);
      await pause(PAUSE_MS);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
