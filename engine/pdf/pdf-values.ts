/** The values of PDF objects, as pdfkit writes them. */

/** An object's dictionary: names are strings, text strings are `TextString`. */
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

/** pdfkit writes primitive strings as names, and String objects as text strings. */
export type TextString = object & { valueOf(): string };

export function textString(text: string): TextString {
  // oxlint-disable-next-line no-new-wrappers
  return new String(text);
}

/** An indirect object of pdfkit. */
export interface PdfRef {
  readonly id: number;
  readonly data: PdfDictionary;
  write(chunk: Uint8Array): void;
  end(): void;
}

/** A reference to an object that pdfkit hasn't made. It writes what it doesn't know as a string. */
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

/** A name, where pdfkit takes primitive strings for text. */
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
