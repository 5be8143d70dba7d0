/**
 * Sends a control byte to processes that don't process messages while they render. Service and workers share an open
 * file and access it with single system calls. The file is unlinked and disappears with its last descriptor.
 */
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Control words: continue or stop. */
export const CONTROL = { go: 0, cancelled: 1 } as const;
export type Word = (typeof CONTROL)[keyof typeof CONTROL];

/** The file's descriptor in workers. */
export const CONTROL_FD = 4;

/** Limit on concurrent workers. */
const SLOTS = 1024;

/** The service's end. */
export class ControlFile {
  readonly fd: number;
  private readonly free = Array.from({ length: SLOTS }, (_, i) => SLOTS - 1 - i);

  constructor() {
    const path = join(tmpdir(), `pagewright-${randomUUID()}`);
    this.fd = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    writeSync(this.fd, Buffer.alloc(SLOTS), 0, SLOTS, 0);
  }

  /** Reserves the byte of one worker until it is released. */
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

/** Polling interval in milliseconds. */
const LOOK_EVERY_MS = 2;

/** A worker's end. */
export class ControlWord {
  private readonly slot: number;
  private readonly byte = new Uint8Array(1);
  private lookedAt = 0;

  constructor(slot: number) {
    this.slot = slot;
  }

  /**
   * Returns whether the job was canceled. Cheap enough for inner loops: reads the byte only every few milliseconds.
   */
  get cancelled(): boolean {
    const now = performance.now();
    if (now - this.lookedAt < LOOK_EVERY_MS) return false;
    this.lookedAt = now;
    return this.read() === CONTROL.cancelled;
  }

  private read(): number {
    readSync(CONTROL_FD, this.byte, 0, 1, this.slot);
    return this.byte[0]!;
  }
}
