/** Reads and edits TrueType outlines (OpenType `glyf`, `loca`, `hmtx`), including components of composite glyphs. */
import type { TableRange } from './table-directory.ts';

/** Offset of `indexToLocFormat` in `head`. */
export const HEAD_LOCA_FORMAT = 50;

/** Flags of a composite glyph's component. */
const WORDS = 1;
const SCALE = 8;
const MORE_COMPONENTS = 0x20;
const XY_SCALE = 0x40;
const TWO_BY_TWO = 0x80;
const INSTRUCTIONS = 0x100;
/** Offset of a glyph's contours or components, after its bounds. */
const CONTOURS = 10;
const COMPONENTS = 10;

/** Reads a font's tables in place. Out-of-bounds access throws a RangeError. */
export class Outlines {
  readonly tables: ReadonlyMap<string, TableRange>;
  private readonly bytes: Uint8Array;
  private readonly loca: DataView;
  private readonly glyf: DataView;
  private readonly hmtx: DataView;
  private readonly longMetrics: number;
  private readonly longOffsets: boolean;
  readonly glyphCount: number;

  constructor(bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>) {
    this.bytes = bytes;
    this.tables = tables;
    this.loca = this.view('loca');
    this.glyf = this.view('glyf');
    this.hmtx = this.view('hmtx');
    this.longMetrics = this.view('hhea').getUint16(34);
    this.longOffsets = this.view('head').getInt16(HEAD_LOCA_FORMAT) !== 0;
    this.glyphCount = this.view('maxp').getUint16(4);
  }

  table(tag: string): Uint8Array {
    const range = this.tables.get(tag);
    return range ? this.bytes.subarray(range.offset, range.offset + range.length) : new Uint8Array(0);
  }

  view(tag: string): DataView {
    const table = this.table(tag);
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  }

  private offset(glyph: number): number {
    if (glyph > this.glyphCount) glyph = this.glyphCount;
    return this.longOffsets ? this.loca.getUint32(glyph * 4) : this.loca.getUint16(glyph * 2) * 2;
  }

  /** Returns a glyph's description; empty if it has no outline. */
  glyph(glyph: number): Uint8Array {
    const start = this.offset(glyph);
    const end = this.offset(glyph + 1);
    if (start > end || end > this.glyf.byteLength) throw new RangeError('a glyph exceeds its table');
    return new Uint8Array(this.glyf.buffer, this.glyf.byteOffset + start, end - start);
  }

  /** Returns a glyph's advance and left side bearing from `hmtx`; zeros for ids beyond the font's last glyph. */
  metrics(glyph: number): readonly [advance: number, bearing: number] {
    if (glyph >= this.glyphCount) return [0, 0];
    const { hmtx, longMetrics } = this;
    if (glyph < longMetrics) return [hmtx.getUint16(glyph * 4), hmtx.getInt16(glyph * 4 + 2)];
    // Later glyphs share the last advance.
    const bearing = longMetrics * 4 + (glyph - longMetrics) * 2;
    return [hmtx.getUint16(longMetrics * 4 - 4), hmtx.getInt16(bearing)];
  }

  /** Returns up to `most` component glyphs of a composite glyph; empty for a simple one. */
  components(glyph: number, most = Infinity): number[] {
    const data = viewOf(this.glyph(glyph));
    return componentsAt(data, most).map((at) => data.getUint16(at + 2));
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Returns the offsets of up to `most` components of a composite glyph; empty for a simple one. */
function componentsAt(data: DataView, most = Infinity): number[] {
  const found: number[] = [];
  if (data.byteLength === 0 || data.getInt16(0) >= 0) return found;
  let at = COMPONENTS;
  let flags = 0;
  do {
    flags = data.getUint16(at);
    found.push(at);
    at = endOfComponent(data, at);
  } while ((flags & MORE_COMPONENTS) !== 0 && found.length < most);
  return found;
}

function endOfComponent(data: DataView, at: number): number {
  const flags = data.getUint16(at);
  const end = at + 4 + ((flags & WORDS) !== 0 ? 4 : 2);
  return end + ((flags & SCALE) !== 0 ? 2 : (flags & XY_SCALE) !== 0 ? 4 : (flags & TWO_BY_TWO) !== 0 ? 8 : 0);
}

/** Returns a glyph's description without instructions. */
export function unhinted(glyph: Uint8Array): Uint8Array {
  if (glyph.length === 0) return glyph;
  const data = viewOf(glyph);
  const contours = data.getInt16(0);
  if (contours >= 0) {
    const at = CONTOURS + 2 * contours;
    const instructions = data.getUint16(at);
    const bare = new Uint8Array(glyph.length - instructions);
    bare.set(glyph.subarray(0, at));
    bare.set(glyph.subarray(at + 2 + instructions), at + 2);
    return bare;
  }
  const components = componentsAt(data);
  const bare = glyph.slice(0, endOfComponent(data, components[components.length - 1]!));
  const flags = viewOf(bare);
  for (const at of components) flags.setUint16(at, flags.getUint16(at) & ~INSTRUCTIONS);
  return bare;
}

/** Returns a description with renumbered components. */
export function renumbered(glyph: Uint8Array, idOf: (glyph: number) => number): Uint8Array {
  const components = componentsAt(viewOf(glyph));
  if (components.length === 0) return glyph;
  const copy = glyph.slice();
  const data = viewOf(copy);
  for (const at of components) data.setUint16(at + 2, idOf(data.getUint16(at + 2)));
  return copy;
}
