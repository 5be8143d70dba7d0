/**
 * Fieldsets that are flex or grid containers (HTML's rendering section, "The fieldset and legend elements"). The legend
 * is on the border of an ordinary fieldset, and the rest is in an anonymous box that is the container.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { displayOf } from './display.ts';
import { finishChildren } from './element-box.ts';
import { LooseBox, type LooseNode } from './loose-box.ts';

/**
 * Moves the rendered legend first. If a filled box is such a container, makes it the fieldset. Its children remain
 * items, except for the legend.
 */
export function openFieldset(context: BuildContext, box: LooseBox): void {
  const { element, kind } = box;
  const isFieldset = element !== null && element.tag === 'fieldset' && element.isHtml && box.pseudo === null;
  if (!isFieldset) return;
  if (kind === BoxKind.Fieldset) legendFirst(box);
  if (kind !== BoxKind.Flex && kind !== BoxKind.Grid) return;
  const flags = BoxFlag.Anonymous | BoxFlag.NewFormattingContext;
  const contents = new LooseBox(kind, contentsStyle(context, box.style), element, null, flags);
  const legend = box.children.find(isLegendItem) ?? null;
  contents.children = box.children.filter((child) => child !== legend);
  finishChildren(context, contents);
  box.kind = BoxKind.Fieldset;
  box.children = legend === null ? [contents] : [legend, contents];
  if (legend !== null) legend.flags &= ~(BoxFlag.FlexItem | BoxFlag.GridItem);
}

/** Moves the rendered legend before its siblings, so that text around it forms one paragraph. */
function legendFirst(box: LooseBox): void {
  const at = box.children.findIndex((child) => isLegend(child) && !child.isOutOfFlowOrFloat);
  if (at > 0) box.children.unshift(...box.children.splice(at, 1));
}

const isLegend = (child: LooseNode): child is LooseBox =>
  child.type === 'box' && child.element?.tag === 'legend' && child.element.isHtml && child.pseudo === null;

/** Only in-flow items have the item flag. */
const isLegendItem = (child: LooseNode): child is LooseBox =>
  isLegend(child) && child.style.box.float === 'none' && child.has(BoxFlag.FlexItem | BoxFlag.GridItem);

/**
 * Returns the style of the container, with the properties that make it one. The rest stays with the fieldset. If the
 * fieldset has a height, the container fills it.
 */
function contentsStyle(context: BuildContext, style: ComputedStyle): ComputedStyle {
  const { styler } = context;
  const { box, rare } = style;
  const base = styler.anonymousStyle(style, displayOf('block', box.display.inside));
  return styler.derivedStyle(base, {
    box: {
      ...base.box,
      height: box.height.isAuto ? base.box.height : Length.percent(100),
      flexDirection: box.flexDirection,
      flexWrap: box.flexWrap,
      alignContent: box.alignContent,
      alignItems: box.alignItems,
      justifyContent: box.justifyContent,
      justifyItems: box.justifyItems,
      rowGap: box.rowGap,
      columnGap: box.columnGap,
    },
    rare: {
      ...base.rare,
      gridTemplateColumns: rare.gridTemplateColumns,
      gridTemplateRows: rare.gridTemplateRows,
      gridTemplateAreas: rare.gridTemplateAreas,
      gridAutoColumns: rare.gridAutoColumns,
      gridAutoRows: rare.gridAutoRows,
      gridAutoFlow: rare.gridAutoFlow,
      gridLanesDirection: rare.gridLanesDirection,
    },
  });
}
