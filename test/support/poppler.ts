/** Poppler's programs, if installed (`.ci/validators.sh` installs them). */
import { spawnSync } from 'node:child_process';
import type { Picture } from './coarse-picture.ts';

export const hasPoppler = spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined;

/** Returns the first page as Poppler draws it. */
export function popplerPicture(pdf: Uint8Array, dpi: number): Picture {
  const { stdout } = spawnSync('pdftoppm', ['-r', String(dpi), '-l', '1', '-'], { input: pdf, maxBuffer: 1 << 28 });
  const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(stdout.subarray(0, 40).toString('latin1'));
  if (header === null) throw new Error('Poppler drew nothing');
  return { width: Number(header[1]), height: Number(header[2]), channels: 3, data: stdout.subarray(header[0].length) };
}

/** Returns the words of a file as Poppler extracts them, in their order on the pages. */
export function popplerWords(pdf: Uint8Array): string[] {
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, maxBuffer: 1 << 28 });
  return stdout.toString('utf8').split(/\s+/).filter(Boolean);
}
