/** What attackers send: small to write, dear to read. */
import { blackPng } from '../images.ts';

/** As deep as a body may be long. */
export const JSON_DEPTH = 12.7e6 - 100;

export function nestedJson(depth: number): string {
  return '['.repeat(depth);
}

/** Takes longer to lay out than any render may. */
export function endlessDocument(): string {
  return `<table>${'<tr><td>a<td>b<td>c'.repeat(100_000)}`;
}

/** An interlaced PNG in some 300 KB of base64 that is put together in 242 MB and packed beside them: nearly all that the engine lets images have, and more than a small worker has. */
export function createGreedyPng(): string {
  return blackPng({ side: 5500, depth: 16, colorType: 6, interlaced: true }).toString('base64');
}
