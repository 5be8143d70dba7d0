/** Rejects composite glyphs that are nested deeply, form cycles or have hundreds of components: PDF readers resolve them. */
import type { TableRange } from './table-directory.ts';
import { Outlines } from './truetype-outlines.ts';

/** The maximum nesting depth of composite glyphs. */
const MAX_DEPTH = 8;
const MAX_COMPONENTS = 256;
const UNKNOWN = 0;
/** Marks a glyph whose components are being visited. Others have 1 plus their depth. */
const VISITING = 255;

/** Returns a message if a font has such a glyph. */
export function checkGlyphs(bytes: Uint8Array, tables: ReadonlyMap<string, TableRange>): string | null {
  const outlines = new Outlines(bytes, tables);
  const depths = new Uint8Array(outlines.glyphCount);
  const depthOf = (glyph: number, level: number): number => {
    if (glyph >= depths.length) return 0;
    if (depths[glyph] === VISITING || level > MAX_DEPTH) return Infinity;
    if (depths[glyph] !== UNKNOWN) return depths[glyph]! - 1;
    depths[glyph] = VISITING;
    const components = componentsOf(outlines, glyph);
    let depth = components.length > MAX_COMPONENTS ? Infinity : 0;
    for (const component of components) depth = Math.max(depth, 1 + depthOf(component, level + 1));
    if (depth > MAX_DEPTH) return Infinity;
    depths[glyph] = depth + 1;
    return depth;
  };
  for (let glyph = 0; glyph < depths.length; glyph++)
    if (depthOf(glyph, 0) === Infinity) return 'its composite glyphs nest too deeply';
  return null;
}

/** Returns an empty list for a truncated glyph, which has no outline. */
function componentsOf(outlines: Outlines, glyph: number): readonly number[] {
  try {
    return outlines.components(glyph, MAX_COMPONENTS + 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
}
