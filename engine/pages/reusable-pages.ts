import { addTo } from '../grouped.ts';
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import { writingModeOf } from '../layout/sizing/box-edges.ts';
import { type BlockBreakToken, type BreakToken, sameData, sameToken } from '../layout/contract/break-token.ts';
import { INDEFINITE } from '../units.ts';
import { kindOf, sameInsertions } from '../layout/insertions/insertion.ts';
import type { AreaInput, FilledArea } from './filled-area.ts';
import { sameWrapAreas } from './wrap-areas.ts';
import { placeOf } from './fit-to-width.ts';

/**
 * The areas of an earlier round over the same boxes, indexed by their inputs. A round only lays out pages from a change
 * until pages start at the same places as before. Page numbers may differ.
 */
export class ReusablePages {
  private readonly areas = new Map<string, FilledArea[]>();

  constructor(areas: Iterable<FilledArea>) {
    for (const area of areas) {
      const key = keyOf(area.input);
      addTo(this.areas, key, area);
    }
  }

  /** Returns null if no page had this input. */
  find(input: AreaInput): FilledArea | null {
    const areas = this.areas.get(keyOf(input)) ?? [];
    const { token, footnoteAreas, spread, hasEnded, carried, called } = input;
    const isSame = (area: FilledArea): boolean =>
      area.input.footnoteAreas === footnoteAreas &&
      area.input.hasEnded === hasEnded &&
      area.input.spread?.inline === spread?.inline &&
      area.input.spread?.start === spread?.start &&
      sameWrapAreas(area.input.wraps, input.wraps) &&
      (!hasMarginNotes(area) || sameMargins(area.input, input)) &&
      sameInsertions(area.input.carried, carried) &&
      called.length === area.input.called.length &&
      called.every((box, i) => box === area.input.called[i]) &&
      goesOnAlike(area.input.token, token);
    return areas.find(isSame) ?? null;
  }
}

const hasMarginNotes = ({ marginNotes, carried }: FilledArea): boolean =>
  marginNotes.length > 0 || carried.some(({ box }) => kindOf(box.style) === 'margin');

function sameMargins({ margins: a }: AreaInput, { margins: b }: AreaInput): boolean {
  const [x, y] = [a.sizes, b.sizes];
  return a.side === b.side && x.top === y.top && x.right === y.right && x.bottom === y.bottom && x.left === y.left;
}

/** Returns a key that usually differs for different inputs; `find` compares the rest. */
function keyOf({ token, width, height }: AreaInput): string {
  const place = token && placeOf(token);
  return `${width} ${height} ${place?.box} ${place?.textOffset}`;
}

/**
 * Returns whether the flow continues in the same way, even if earlier pages contained different parts of the boxes that
 * continue.
 */
function goesOnAlike(a: BreakToken | null, b: BreakToken | null): boolean {
  if (sameToken(a, b)) return true;
  if (a?.type !== 'block' || b?.type !== 'block' || a.box !== b.box || a.flags !== b.flags) return false;
  if (hangsOnEarlierFragments(a) || hangsOnEarlierFragments(b) || !sameData(a.data, b.data)) return false;
  return a.children.length === b.children.length && a.children.every((child, i) => goesOnAlike(child, b.children[i]!));
}

/**
 * Returns whether a continued box depends on the size of its earlier fragments. A block sized by its contents doesn't.
 */
function hangsOnEarlierFragments({ box, positioned, usedBlockSize }: BlockBreakToken): boolean {
  if (box.kind !== BoxKind.Block || box.has(BoxFlag.HasOutOfFlow)) return true;
  if (positioned?.hasBoxes === true || usedBlockSize !== INDEFINITE) return true;
  const { minHeight, maxHeight, minWidth, maxWidth } = box.style.box;
  const [min, max] = writingModeOf(box.style).vertical ? [minWidth, maxWidth] : [minHeight, maxHeight];
  return (min.isLength && min.px !== 0) || max.isLength;
}
