/**
 * Fillable controls: separates the drawing that belongs to the page from the one that shows the value and changes with
 * it.
 */
import { BoxFlag } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { LU } from '../units.ts';
import type { DisplayList, FieldLook } from './display-list.ts';
import { paintTick } from './control.ts';
import { edgesOf } from './fragment-boxes.ts';
import { textColor } from './economy.ts';
import type { PaintContext } from './paint-context.ts';

/**
 * Returns the form field that a fragment shows, or null. A control becomes a field only where it first appears in a
 * page's own content. Other parts and repeated copies are only drawn.
 */
export function fieldOf(context: PaintContext, fragment: BoxFragment): FormField | null {
  const { fields, fieldPlaces } = context.state;
  const { box, style } = fragment;
  if (fields === null || box.element === null || box.pseudo !== null || box.has(BoxFlag.Anonymous)) return null;
  if (context.scope.isOutside || style.text.visibility !== 'visible') return null;
  const field = fields.get(box.element);
  if (field === undefined) return null;
  const first = fieldPlaces.get(box.element);
  // A repeated box can be the same object on all pages.
  return first === undefined || (first.fragment === fragment && first.page === context.page) ? field : null;
}

/** Returns whether a fragment only draws a control that is a field elsewhere. */
export function isDrawnField(context: PaintContext, { box }: BoxFragment): boolean {
  const { fields, fieldPlaces } = context.state;
  if (fields === null || box.element === null || box.pseudo !== null || box.has(BoxFlag.Anonymous)) return false;
  return fieldPlaces.has(box.element);
}

/** Paints the contents of a field with `draw`, after its frame. */
export function paintField(
  context: PaintContext,
  fragment: BoxFragment,
  field: FormField,
  x: LU,
  y: LU,
  draw: (context: PaintContext) => void,
): void {
  const { box, style } = fragment;
  if (box.element !== null) context.state.fieldPlaces.set(box.element, { fragment, page: context.page });
  const { x: left, y: top, width, height } = edgesOf(fragment, x, y).border;
  const look: FieldLook = {
    x: left,
    y: top,
    width,
    height,
    structure: box.index,
    face: context.state.services.text.primaryFace(style.font),
    fontSize: style.font.fontSize,
    color: textColor(context, style.text.webkitTextFillColor, style),
    align: alignmentOf(style),
  };
  const isDrawn = box.data?.type === 'replaced';
  const { content } = field;
  const isChecked = 'isChecked' in content && content.isChecked;
  const { canvas } = context;
  const stateOf = (shown: boolean | null): DisplayList => {
    const inner = shown === null ? context : context.with({ shownChecked: shown });
    return canvas.record(() => {
      // A control without native appearance is drawn by the document's rules, in its current state.
      if (isDrawn || shown === null || shown || !isChecked) draw(inner);
      if (!isDrawn && shown === true && !isChecked) paintTick(context, look, look.color);
    });
  };
  const isCheckable = 'isChecked' in content;
  const [checked, unchecked] = isCheckable ? [stateOf(true), stateOf(false)] : [null, null];
  canvas.field(field, look, { shown: stateOf(null), checked, unchecked });
}

function alignmentOf({ text }: ComputedStyle): FieldLook['align'] {
  const isRtl = text.direction === 'rtl';
  if (text.textAlign === 'center') return 'center';
  if (text.textAlign === 'left') return 'left';
  if (text.textAlign === 'right') return 'right';
  return (text.textAlign === 'end') === isRtl ? 'left' : 'right';
}
