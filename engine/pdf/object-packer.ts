import { ByteWriter } from './byte-writer.ts';

/**
 * Target size in bytes of an object stream, twice the window of deflate. Readers unpack a whole stream to get one
 * object.
 */
const BYTES_PER_STREAM = 1 << 16;

/** The dictionary entries that describe an object stream's contents. */
export interface ObjectStreamHead {
  readonly Type: 'ObjStm';
  readonly N: number;
  readonly First: number;
}

/**
 * Packs finished objects without a stream into object streams (ISO 32000-1 §7.5.7) and writes each when it is full.
 * Together, thousands of small dictionaries deflate to a tenth of their size. Individually, they don't shrink at all.
 */
export class ObjectPacker {
  private readonly write: (head: ObjectStreamHead, bytes: Uint8Array) => number;
  private readonly bodies = new ByteWriter();
  private readonly head = new ByteWriter();
  private ids: number[] = [];
  private readonly streams: number[] = [];
  private readonly indices: number[] = [];

  /** `write` writes an object stream and returns its object number. */
  constructor(write: (head: ObjectStreamHead, bytes: Uint8Array) => number) {
    this.write = write;
  }

  add(id: number, body: Uint8Array | string): void {
    this.head.number(id);
    this.head.number(this.bodies.length);
    if (typeof body === 'string') this.bodies.ascii(body);
    else this.bodies.raw(body);
    this.bodies.ascii('\n');
    this.ids.push(id);
    if (this.bodies.length >= BYTES_PER_STREAM) this.flush();
  }

  /** Writes the objects collected so far. */
  flush(): void {
    const { ids, head, bodies } = this;
    if (ids.length === 0) return;
    const first = head.length;
    head.raw(bodies.view());
    const bytes = head.view().slice();
    this.ids = [];
    head.clear();
    bodies.clear();
    const stream = this.write({ Type: 'ObjStm', N: ids.length, First: first }, bytes);
    ids.forEach((id, index) => {
      this.streams[id] = stream;
      this.indices[id] = index;
    });
  }

  /** Returns the object stream that contains an object and its index there, or null if the object isn't packed. */
  placeOf(id: number): readonly [stream: number, index: number] | null {
    const stream = this.streams[id];
    return stream === undefined ? null : [stream, this.indices[id]!];
  }
}
