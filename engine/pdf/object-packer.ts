import { ByteWriter } from './byte-writer.ts';

/** Readers unpack a whole object stream for one object of it; what it holds takes about this many bytes, twice what deflating looks back at. */
const BYTES_PER_STREAM = 1 << 16;

/** What an object stream's dictionary says of its contents. */
export interface ObjectStreamHead {
  readonly Type: 'ObjStm';
  readonly N: number;
  readonly First: number;
}

/**
 * Packs finished objects that have no stream of their own into object streams (ISO 32000-1 §7.5.7), which are written as they fill up: thousands of
 * small dictionaries deflate to a tenth together, and not at all alone.
 */
export class ObjectPacker {
  private readonly write: (head: ObjectStreamHead, bytes: Uint8Array) => number;
  private readonly bodies = new ByteWriter();
  private readonly head = new ByteWriter();
  private ids: number[] = [];
  private readonly streams: number[] = [];
  private readonly indices: number[] = [];

  /** `write` writes an object stream and gives its object's number. */
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

  /** Writes what has been collected. */
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

  /** The object stream that an object was packed into, and its index there; null: it stands alone. */
  placeOf(id: number): readonly [stream: number, index: number] | null {
    const stream = this.streams[id];
    return stream === undefined ? null : [stream, this.indices[id]!];
  }
}
