/** The values of PDF objects, as pdfkit writes them. */

/** An object's dictionary. Strings are names; text strings are `TextString`. */
export type PdfDictionary = { [key: string]: PdfValue | undefined };
export type PdfValue =
  | string
  | number
  | boolean
  | null
  | PdfRef
  | ObjectReference
  | TextString
  | Uint8Array
  | Date
  | PdfDictionary
  | readonly PdfValue[];

/** A text string: pdfkit writes primitive strings as names, and String objects as text strings. */
type TextString = object & { valueOf(): string };

export function textString(text: string): TextString {
  // oxlint-disable-next-line no-new-wrappers -- pdfkit writes String objects as text
  return new String(text);
}

/** An indirect object of pdfkit. */
export interface PdfRef {
  readonly id: number;
  readonly data: PdfDictionary;
  write(chunk: Uint8Array): void;
  end(): void;
}

/** A reference to an object that pdfkit didn't create. pdfkit calls `toString` on values of unknown types. */
export class ObjectReference {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  get [Symbol.toStringTag](): string {
    return 'ObjectReference';
  }

  toString(): string {
    return `${this.id} 0 R`;
  }
}

/** A name for places where pdfkit writes primitive strings as text. */
export class NameValue {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  get [Symbol.toStringTag](): string {
    return 'NameValue';
  }

  toString(): string {
    return `/${this.name}`;
  }
}

export type Deflate = (bytes: Uint8Array) => Uint8Array;
