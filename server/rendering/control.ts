/**
 * The word that reaches a process which listens to nothing while it renders: one byte of a file that the service and its workers have open. Writing
 * and reading it are single system calls on memory; the file has no name, and ends with the last of them.
 */
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a job is told: go on, stop, or wait once the document is known to refer to nothing external. */
export const CONTROL = { go: 0, cancelled: 1, hold: 2 } as const;
export type Word = (typeof CONTROL)[keyof typeof CONTROL];

/** Under which descriptor workers find the file. */
export const CONTROL_FD = 4;

/** How many workers there may be at once. */
const SLOTS = 1024;

/** The service's side. */
export class ControlFile {
  readonly fd: number;
  private readonly free = Array.from({ length: SLOTS }, (_, i) => SLOTS - 1 - i);

  constructor() {
    const path = join(tmpdir(), `pagewright-${randomUUID()}`);
    this.fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    writeSync(this.fd, Buffer.alloc(SLOTS), 0, SLOTS, 0);
  }

  /** The place of one worker, until it is given back. */
  takeSlot(): number {
    const slot = this.free.pop();
    if (slot === undefined) throw new Error(`there are ${SLOTS} workers already`);
    return slot;
  }

  giveSlot(slot: number): void {
    this.free.push(slot);
  }

  say(slot: number, word: Word): void {
    writeSync(this.fd, Uint8Array.of(word), 0, 1, slot);
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** How often a worker that renders looks at its word, and one that waits for it. */
const LOOK_EVERY_MS = 2;
const WAIT_STEP_MS = 0.25;

/** A worker's side. */
export class ControlWord {
  private readonly slot: number;
  private readonly byte = new Uint8Array(1);
  private readonly never = new Int32Array(new SharedArrayBuffer(4));
  private lookedAt = 0;

  constructor(slot: number) {
    this.slot = slot;
  }

  /** Asked in inner loops: looks only now and then. */
  get cancelled(): boolean {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY_MS) return false;
    this.lookedAt = now;
    return this.read() === CONTROL.cancelled;
  }

  get held(): boolean {
    return this.read() === CONTROL.hold;
  }

  /** Stands still while the word is to hold, at most so long. */
  waitWhileHeld(mostMs: number): void {
    const end = performance.now() + mostMs;
    while (this.held && performance.now() < end) Atomics.wait(this.never, 0, 0, WAIT_STEP_MS);
  }

  private read(): number {
    readSync(CONTROL_FD, this.byte, 0, 1, this.slot);
    return this.byte[0]!;
  }
}
