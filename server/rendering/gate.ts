/** The reason why a place was refused. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly reason: 'full' | 'timeout' | 'aborted';

  constructor(reason: 'full' | 'timeout' | 'aborted') {
    super(`no place: ${reason}`);
    this.reason = reason;
  }
}

/** The facts about a caller that determine its turn. */
export interface Share {
  readonly account: string;
  /** Limit on the caller's concurrent places. */
  readonly atOnce: number;
  /** Whether the caller has a key. Callers without one wait for those with one. */
  readonly isKeyed: boolean;
  /** Recent worker time of the caller, in milliseconds. The lowest goes first. */
  readonly usedMs: number;
}

interface Waiter {
  readonly arrival: number;
  readonly enter: () => void;
  readonly refuse: (reason: 'full') => void;
}

/** A caller with running or waiting renders. */
interface Line {
  share: Share;
  running: number;
  /** First come, first served. */
  readonly waiting: Set<Waiter>;
}

/**
 * A place per worker and a bounded queue. Callers take turns, however many requests each has waiting. Each caller is
 * limited to its share of the places. Callers with a key go first, then those with the least recent worker time. If the
 * queue is full, the caller with the most waiting renders loses its last one. While callers without a key hold places,
 * callers with a key get one extra place.
 */
export class Gate {
  private readonly places: number;
  private readonly queueLimit: number;
  private readonly timeoutMs: number;
  private readonly lines = new Map<string, Line>();
  private queued = 0;
  private taken = 0;
  /** Places held by callers without a key. */
  private unkeyed = 0;
  private arrivals = 0;

  constructor(places: number, queueLimit: number, timeoutMs: number) {
    this.places = places;
    this.queueLimit = queueLimit;
    this.timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return this.queued;
  }

  get busy(): number {
    return this.taken;
  }

  /** Resolves when the caller gets a place, to be returned with `leave()`. @throws GateRefused */
  enter(share: Share, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new GateRefused('aborted'));
    const line = this.line(share);
    // Waiting callers can't enter either: nothing has changed for them.
    if (this.mayEnter(line)) {
      this.occupy(line);
      return Promise.resolve();
    }
    if (this.queued >= this.queueLimit && !this.makeRoom(line)) {
      this.forget(line);
      return Promise.reject(new GateRefused('full'));
    }
    return this.wait(line, signal);
  }

  /** Returns a place. */
  leave({ account }: Share): void {
    const line = this.lines.get(account);
    if (!line) throw new Error('assertion failed: a leaving caller holds a place');
    line.running--;
    this.taken--;
    if (!line.share.isKeyed) this.unkeyed--;
    this.forget(line);
    this.admit();
  }

  private line(share: Share): Line {
    let line = this.lines.get(share.account);
    if (!line) this.lines.set(share.account, (line = { share, running: 0, waiting: new Set() }));
    // The kind of a caller is fixed while it holds places. Its used time changes.
    else line.share = { ...share, isKeyed: line.share.isKeyed };
    return line;
  }

  private forget(line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) this.lines.delete(line.share.account);
  }

  private mayEnter({ share, running }: Line): boolean {
    const places = share.isKeyed && this.unkeyed > 0 ? this.places + 1 : this.places;
    return running < share.atOnce && this.taken < places;
  }

  private occupy(line: Line): void {
    line.running++;
    this.taken++;
    if (!line.share.isKeyed) this.unkeyed++;
  }

  private wait(line: Line, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        line.waiting.delete(waiter);
        this.queued--;
      };
      const refuse = (reason: GateRefused['reason']): void => {
        settle();
        this.forget(line);
        reject(new GateRefused(reason));
      };
      const onAbort = (): void => refuse('aborted');
      const enter = (): void => {
        settle();
        this.occupy(line);
        resolve();
      };
      const waiter: Waiter = { arrival: ++this.arrivals, enter, refuse };
      const timer = setTimeout(() => refuse('timeout'), this.timeoutMs);
      signal.addEventListener('abort', onAbort, { once: true });
      line.waiting.add(waiter);
      this.queued++;
    });
  }

  /** Admits callers in order while places are free. */
  private admit(): void {
    for (let next = this.next(); next; next = this.next()) {
      const [first] = next.waiting;
      first!.enter();
    }
  }

  private next(): Line | null {
    let best: Line | null = null;
    for (const line of this.lines.values())
      if (line.waiting.size > 0 && this.mayEnter(line) && (!best || comesBefore(line, best))) best = line;
    return best;
  }

  /**
   * Removes the last waiting render of the caller that has most, unless that is the arriving caller, or it has a key
   * and the arriving one doesn't.
   */
  private makeRoom(arriving: Line): boolean {
    let longest: Line | null = null;
    for (const line of this.lines.values())
      if (line !== arriving && line.waiting.size > 0 && (!longest || givesWayBefore(line, longest))) longest = line;
    if (!longest) return false;
    const isFairer = longest.waiting.size > arriving.waiting.size + 1;
    if (!isFairer && !(arriving.share.isKeyed && !longest.share.isKeyed)) return false;
    [...longest.waiting].at(-1)?.refuse('full');
    return true;
  }
}

function comesBefore(a: Line, b: Line): boolean {
  if (a.share.isKeyed !== b.share.isKeyed) return a.share.isKeyed;
  if (a.running !== b.running) return a.running < b.running;
  if (a.share.usedMs !== b.share.usedMs) return a.share.usedMs < b.share.usedMs;
  const [[firstOfA], [firstOfB]] = [a.waiting, b.waiting];
  return firstOfA!.arrival < firstOfB!.arrival;
}

function givesWayBefore(a: Line, b: Line): boolean {
  if (a.share.isKeyed !== b.share.isKeyed) return !a.share.isKeyed;
  return a.waiting.size > b.waiting.size;
}
