/** Colour spaces of inks with names of their own (ISO 32000-1 §8.6.6.4). */
import type { Inks } from '../css/computed-values.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfRef } from './pdf-values.ts';

type Spot = Extract<Inks, { type: 'spot' }>;

export interface InkSpace {
  readonly name: string;
  readonly ref: PdfRef;
}

export class InkSpaces {
  private readonly file: PdfFile;
  private readonly known = new Map<string, InkSpace>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** The space of an ink, once for each look of it. */
  spaceOf({ name, full }: Spot): InkSpace {
    const key = JSON.stringify([name, full]);
    let space = this.known.get(key);
    if (space === undefined) {
      const paper = full.length === 4 ? [0, 0, 0, 0] : [1, 1, 1];
      const tint = { FunctionType: 2, Domain: [0, 1], C0: paper, C1: [...full], N: 1 };
      const alternate = full.length === 4 ? 'DeviceCMYK' : 'DeviceRGB';
      const ref = this.file.array(['Separation', escapedName(name), alternate, tint]);
      this.known.set(key, (space = { name: `I${this.known.size + 1}`, ref }));
    }
    return space;
  }
}

/** A name with what names can't hold as hexadecimal digits (§7.3.5), in UTF-8. */
function escapedName(name: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(name)) {
    const character = String.fromCharCode(byte);
    if (/[\w.-]/.test(character)) out += character;
    else if (byte !== 0) out += `#${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
