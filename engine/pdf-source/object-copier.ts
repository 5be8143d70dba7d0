/** Copies objects of a file into another, with everything that they refer to. */
import type { PdfReader } from './pdf-reader.ts';
import { dictionaryText, readDictionary, SyntaxProblem, withReferences } from './pdf-syntax.ts';

/** The file that receives the objects. */
export interface ObjectTarget {
  /** Returns a new object number. */
  reserve(): number;
  /**
   * Writes an object as text of Latin-1 characters. `stream`: the encoded bytes of a stream, whose dictionary comes
   * without their length; null: it isn't a stream.
   */
  write(id: number, body: string, stream: Uint8Array | null): void;
}

const MISSING = 'null';
/** The length of a value from which a reference to it is shorter than a few copies. */
const SHARED_LENGTH = 200;

export class ObjectCopier {
  private readonly reader: PdfReader;
  private readonly target: ObjectTarget;
  private readonly adapt: (value: string, id: number) => string;
  /** Objects that couldn't be read and were left out. */
  brokenObjects = 0;
  /** The replacement in the target for each object of the source: a reference or `null`. */
  private readonly known = new Map<number, string>();
  private waiting: number[] = [];
  /** References to the values that are written once. */
  private readonly sharedValues = new Map<string, string>();

  /** `adapt` changes the text of an object before its references are replaced. */
  constructor(
    reader: PdfReader,
    target: ObjectTarget,
    adapt: (value: string, id: number) => string = (value) => value,
  ) {
    this.reader = reader;
    this.target = target;
    this.adapt = adapt;
  }

  /** Replaces an object of the source with one of the target; null: references to it are removed. */
  replace(id: number, by: number | null): void {
    this.known.set(id, by === null ? MISSING : `${by} 0 R`);
  }

  /** Returns whether references to an object are removed. */
  omits(id: number): boolean {
    return this.known.get(id) === MISSING;
  }

  /** Returns the reference of an object's copy, which is written by `copyAll`. */
  reference(id: number): string {
    let reference = this.known.get(id);
    if (reference === undefined) {
      reference = `${this.target.reserve()} 0 R`;
      this.known.set(id, reference);
      this.waiting.push(id);
    }
    return reference;
  }

  /** Returns a value with references to copies. */
  value(text: string): string {
    return withReferences(text, (id) => this.reference(id));
  }

  /** Returns a value with references to copies. A long one is written once, however often it occurs. */
  shared(text: string): string {
    if (text.length < SHARED_LENGTH) return this.value(text);
    let reference = this.sharedValues.get(text);
    if (reference === undefined) {
      const id = this.target.reserve();
      reference = `${id} 0 R`;
      this.sharedValues.set(text, reference);
      this.target.write(id, this.value(text), null);
    }
    return reference;
  }

  /** Writes the objects that are referred to. Each is copied once. */
  copyAll(): void {
    while (this.waiting.length > 0) {
      const waiting = this.waiting;
      this.waiting = [];
      for (const id of waiting) this.copy(id);
    }
  }

  private copy(id: number): void {
    const into = Number.parseInt(this.known.get(id)!, 10);
    try {
      this.copyTo(id, into);
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error;
      this.brokenObjects++;
      this.target.write(into, MISSING, null);
    }
  }

  private copyTo(id: number, into: number): void {
    const { value, stream } = this.reader.object(id);
    if (value === '') return this.target.write(into, MISSING, null);
    const text = this.value(this.adapt(value, id));
    if (stream === null) return this.target.write(into, text, null);
    const dictionary = readDictionary(text);
    dictionary.delete('Length');
    this.target.write(into, dictionaryText(dictionary), stream);
  }
}
