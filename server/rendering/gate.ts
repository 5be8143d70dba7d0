/** Why a place was not given. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly reason: 'full' | 'timeout' | 'aborted';

  constructor(reason: 'full' | 'timeout' | 'aborted') {
    super(`no place: ${reason}`);
    this.reason = reason;
  }
}

/** Whose turn it is to be, as far as the turn depends on it. */
export interface Share {
  readonly account: string;
  /** Places that the caller may have at once. */
  readonly atOnce: number;
  /** Has a key: such callers don't wait for those who have none. */
  readonly isKeyed: boolean;
  /** Worker time that the caller has had lately, ms: who has had less comes first. */
  readonly usedMs: number;
}

interface Waiter {
  readonly arrival: number;
  readonly enter: () => void;
  readonly refuse: (reason: 'full') => void;
}

/** A caller with renders that run or wait. */
interface Line {
  share: Share;
  running: number;
  /** First come, first served. */
  readonly waiting: Set<Waiter>;
}

/**
 * As many places as there are workers, and a bounded queue in front of them in which callers take turns, not requests: a caller has only its share of
 * the places at once; callers with a key come first, then whoever has had least. When the queue is full, whoever holds most of it loses the last
 * place that it took. Where callers without a key hold places, one with a key needs none of them: there is one more for it.
 */
export class Gate {
  private readonly places: number;
  private readonly queueLimit: number;
  private readonly timeoutMs: number;
  private readonly lines = new Map<string, Line>();
  private queued = 0;
  private taken = 0;
  /** Of those taken: by callers without a key. */
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

  /** Resolves when the caller has a place, which it gives back with `leave()`. @throws GateRefused */
  enter(share: Share, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new GateRefused('aborted'));
    const line = this.line(share);
    // Whoever waits could not enter before, and cannot now.
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

  /** Gives a place back. */
  leave({ account }: Share): void {
    const line = this.lines.get(account);
    if (!line) throw new Error('assertion failed: who leaves has entered');
    line.running--;
    this.taken--;
    if (!line.share.isKeyed) this.unkeyed--;
    this.forget(line);
    this.admit();
  }

  private line(share: Share): Line {
    let line = this.lines.get(share.account);
    if (!line) this.lines.set(share.account, (line = { share, running: 0, waiting: new Set() }));
    // What a caller is doesn't change while it has places; what it has had does.
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

  /** Lets in whoever may enter now, the next one first. */
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

  /** Takes the last place in the queue from whoever holds most of it, if that is somebody else, or has no key. */
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
