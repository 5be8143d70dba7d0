/** Payloads of attackers: cheap to write, expensive to read. */
import { blackPng } from '../images.ts';

/** The depth that just fits into a body. */
export const JSON_DEPTH = 12.7e6 - 100;

export function nestedJson(depth: number): string {
  return '['.repeat(depth);
}

/** Returns a document that takes longer to lay out than any render may. */
export function endlessDocument(): string {
  return `<table>${'<tr><td>a<td>b<td>c'.repeat(100_000)}`;
}

/**
 * Returns an interlaced PNG of about 300 KB in base64 that takes 242 MB to assemble, plus the packed copy. That is
 * nearly the engine's whole image memory, and more than a small worker has.
 */
export function createGreedyPng(): string {
  return blackPng({ side: 5500, depth: 16, colorType: 6, interlaced: true }).toString('base64');
}
