/** Turns declarations in cascade order into a ComputedStyle (css-cascade-5 §4.4, §7). */
import type { Mutable } from '../../mutable.ts';
import { ComputedStyle, type CustomProperties, DefaultMargin, type FontStyle } from '../computed-style.ts';
import { DependentColor } from '../values/color.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { type FontSizeValue, keywordSize } from '../values/font.ts';
import { CssWide, Pending } from '../values/specified.ts';
import type { GroupName, PropertyDefinition, SpecifiedValue, StyleGroups } from './definition.ts';
import { Phase } from './definition.ts';
import {
  affectsChildBoxes,
  finishBackground,
  finishBorder,
  finishBox,
  finishFontSize,
  finishRare,
  finishText,
} from './finish.ts';
import { isMonospace } from './font-properties.ts';
import { allLonghands, computeLonghand, initialStyle, physicalProperty, propertyNamed } from './registry.ts';

export interface AppliedDeclaration {
  readonly property: PropertyDefinition;
  readonly value: SpecifiedValue;
  /**
   * The cascade layer in cascade order, lowest first. `revert-layer` goes to the next lower layer that declares the
   * property.
   */
  readonly layer: number;
  /** 0 user agent, 1 user, 2 author. `revert` goes to a lower origin. */
  readonly origin: number;
}

const DIRECTION = propertyNamed('direction') as PropertyDefinition;
const WRITING_MODE = propertyNamed('writing-mode') as PropertyDefinition;
const FONT_SIZE = propertyNamed('font-size') as PropertyDefinition;
const FONT_FAMILY = propertyNamed('font-family') as PropertyDefinition;
const MARGIN_TOP = propertyNamed('margin-top') as PropertyDefinition;
const MARGIN_BOTTOM = propertyNamed('margin-bottom') as PropertyDefinition;
const USER_AGENT = 0;

type Groups = { -readonly [G in GroupName]: StyleGroups[G] };
type LooseDraft = Record<string, unknown>;

/**
 * PERF: each group is copied at its own call site. V8 copies an object in one step at a site that sees few shapes. At a
 * site that sees all groups it copies field by field, which takes 20 times as long and 10 times the memory.
 */
const COPY: { readonly [G in GroupName]: (group: StyleGroups[G]) => StyleGroups[G] } = {
  font: (group) => ({ ...group }),
  text: (group) => ({ ...group }),
  box: (group) => ({ ...group }),
  border: (group) => ({ ...group }),
  background: (group) => ({ ...group }),
  rare: (group) => ({ ...group }),
  svgPaint: (group) => ({ ...group }),
  svgShape: (group) => ({ ...group }),
};

class StyleBuilder {
  /** The context for the current phase. */
  context: ComputeContext;
  private readonly parent: ComputedStyle;
  private readonly groups: Groups;
  private readonly drafted = new Set<GroupName>();
  private sizeKnown = false;

  constructor(context: ComputeContext) {
    const initial = initialStyle();
    const { parent } = context;
    this.context = context;
    this.parent = parent;
    this.groups = {
      font: parent.font,
      text: parent.text,
      box: initial.box,
      border: initial.border,
      background: initial.background,
      rare: initial.rare,
      svgPaint: parent.svgPaint,
      svgShape: initial.svgShape,
    };
  }

  /** Returns a mutable copy of the group that belongs to this style. */
  draft(group: GroupName): LooseDraft {
    if (!this.drafted.has(group)) {
      this.drafted.add(group);
      // Copies each group at most once, on its first change.
      const copy = COPY[group] as (from: unknown) => unknown;
      (this.groups as Record<GroupName, unknown>)[group] = copy(this.groups[group]);
      if (group === 'font') this.useFont();
      if (group === 'text') this.context = this.context.knowing({ text: this.groups.text });
    }
    return this.groups[group] as unknown as LooseDraft;
  }

  set(property: PropertyDefinition, value: SpecifiedValue): void {
    const { group, field } = property;
    const current = (this.groups[group] as unknown as LooseDraft)[field];
    const computed = this.computed(property, value);
    if (computed !== current) this.draft(group)[field] = computed;
  }

  private computed(property: PropertyDefinition, value: SpecifiedValue): unknown {
    if (!(value instanceof CssWide)) return computeLonghand(property, value, this.context);
    const inherit = value === CssWide.INHERIT || (value !== CssWide.INITIAL && property.inherited);
    if (!inherit) return property.initial;
    const inherited = (this.parent[property.group] as unknown as LooseDraft)[property.field];
    return inherited instanceof DependentColor ? inherited.inheritedBy(this.context) : inherited;
  }

  /** Records that the property's value comes from the user-agent style sheet. */
  noteDefault(property: PropertyDefinition): void {
    if (property === MARGIN_TOP) this.draft('box').defaultMargins = this.groups.box.defaultMargins | DefaultMargin.Top;
    else if (property === MARGIN_BOTTOM)
      this.draft('box').defaultMargins = this.groups.box.defaultMargins | DefaultMargin.Bottom;
  }

  setFontSize(value: SpecifiedValue): void {
    this.set(FONT_SIZE, value);
    const font = this.draft('font') as unknown as Mutable<FontStyle>;
    const { font: parentFont } = this.parent;
    const initial = value === CssWide.INITIAL;
    const inherit = value instanceof CssWide && !initial;
    if (initial) font.fontSize = keywordSize(initialStyle().font.fontSizeKeyword, isMonospace(font.fontFamily));
    const size = initial || inherit ? null : (value as FontSizeValue);
    font.fontSizeKeyword = inherit
      ? parentFont.fontSizeKeyword
      : initial
        ? initialStyle().font.fontSizeKeyword
        : size?.type === 'keyword'
          ? size.index
          : -1;
    const relative =
      size !== null &&
      (size.type === 'relative' || size.type === 'math' || (size.type === 'length' && size.fontRelative));
    font.fontSizeAbsolute = inherit || relative ? parentFont.fontSizeAbsolute : size !== null && size.type === 'length';
  }

  /** Finishes the font once its family and size are known: other properties' units refer to them. */
  finishFont(familyOrSize: boolean, language: string | null): void {
    if (language !== null && language !== this.groups.font.language) this.draft('font').language = language;
    if (familyOrSize && this.drafted.has('font'))
      finishFontSize(this.groups.font as Mutable<FontStyle>, this.parent.font);
    this.sizeKnown = true;
    this.useFont();
  }

  /** Updates the fonts to which the context resolves relative units. */
  private useFont(): void {
    const { context, sizeKnown } = this;
    const { font } = this.groups;
    if (!sizeKnown) this.context = context.knowing({ font });
    else if (context.isRoot) this.context = context.knowing({ font, unitFont: font, rootFont: font });
    else this.context = context.knowing({ font, unitFont: font });
  }

  /** Records that the line height is known as well. */
  finishLineHeight(): void {
    const { font } = this.groups;
    if (this.context.lineHeightFont !== font) this.context = this.context.knowing({ lineHeightFont: font });
  }

  finish(id: number, custom: CustomProperties): ComputedStyle {
    const { groups, drafted, parent } = this;
    if (affectsChildBoxes(parent)) this.draft('box');
    if (drafted.has('text')) finishText(groups.text);
    if (drafted.has('box')) finishBox(groups.box, parent);
    if (drafted.has('border')) finishBorder(groups.border);
    if (drafted.has('background')) finishBackground(groups.background);
    if (drafted.has('rare')) finishRare(groups.rare);
    return new ComputedStyle(
      id,
      groups.font,
      groups.text,
      groups.box,
      groups.border,
      groups.background,
      groups.rare,
      groups.svgPaint,
      groups.svgShape,
      custom,
    );
  }
}

/**
 * The last declaration of each property, by property index. Flow-relative ones are stored under their physical
 * property.
 */
type Winners = Map<number, AppliedDeclaration>;

/** Resolves a keyword that rolls back the cascade to the value it stands for (css-cascade-5 §7.3.4). */
function rollBack(
  declarations: readonly AppliedDeclaration[],
  winner: AppliedDeclaration,
  matches: (property: PropertyDefinition) => boolean,
): SpecifiedValue {
  let current = winner;
  let at = declarations.lastIndexOf(winner);
  while (current.value === CssWide.REVERT || current.value === CssWide.REVERT_LAYER) {
    const layers = current.value === CssWide.REVERT_LAYER;
    const from = current;
    let found: AppliedDeclaration | null = null;
    while (--at >= 0 && found === null) {
      const candidate = declarations[at]!;
      const lower = layers
        ? candidate.layer < from.layer || candidate.origin < from.origin
        : candidate.origin < from.origin;
      if (lower && matches(candidate.property)) found = candidate;
    }
    if (found === null) return CssWide.UNSET;
    at++;
    current = found;
  }
  return current.value;
}

/** Returns the value of an inherited property that the mapping of others depends on, before the rest is computed. */
function early<T>(declarations: readonly AppliedDeclaration[], property: PropertyDefinition, inherited: T): T {
  for (let i = declarations.length - 1; i >= 0; i--) {
    if (declarations[i]!.property !== property) continue;
    const value = rollBack(declarations, declarations[i]!, (candidate) => candidate === property);
    if (value === CssWide.INITIAL) return property.initial as T;
    return value instanceof CssWide || value instanceof Pending ? inherited : (value as T);
  }
  return inherited;
}

/**
 * Computes an element's style. `declarations` are in cascade order, strongest last; `context` supplies inherited
 * values. A non-null `language` replaces the inherited language. Groups that the element doesn't change are shared with
 * its parent or the initial style.
 */
export function buildStyle(
  id: number,
  declarations: readonly AppliedDeclaration[],
  context: ComputeContext,
  custom: CustomProperties,
  language: string | null,
): ComputedStyle {
  return declared(declarations, context, language).finish(id, custom);
}

/** Returns the context in which the font of the declarations is known. */
export function contextOfFont(declarations: readonly AppliedDeclaration[], context: ComputeContext): ComputeContext {
  return declared(declarations, context, null).context;
}

/** Computes all declarations of a style. */
function declared(
  declarations: readonly AppliedDeclaration[],
  context: ComputeContext,
  language: string | null,
): StyleBuilder {
  const builder = new StyleBuilder(context);
  const parentText = context.parent.text;
  const direction = early(declarations, DIRECTION, parentText.direction);
  const writingMode = early(declarations, WRITING_MODE, parentText.writingMode);
  const winners: Winners = new Map();
  const indices: number[] = [];
  for (const declaration of declarations) {
    const { index } = physicalProperty(declaration.property, writingMode, direction);
    if (!winners.has(index)) indices.push(index);
    winners.set(index, declaration);
  }
  indices.sort((a, b) => a - b);
  let fontDone = false;
  const familyOrSize = winners.has(FONT_SIZE.index) || winners.has(FONT_FAMILY.index);
  for (const index of indices) {
    const property = allLonghands[index];
    if (!fontDone && property!.phase > Phase.FontSize) {
      builder.finishFont(familyOrSize, language);
      fontDone = true;
    }
    if (property!.phase > Phase.Font) builder.finishLineHeight();
    const winner = winners.get(index) as AppliedDeclaration;
    const { value: written } = winner;
    const rolls = written === CssWide.REVERT || written === CssWide.REVERT_LAYER;
    const value = rolls
      ? rollBack(declarations, winner, (candidate) => physicalProperty(candidate, writingMode, direction) === property)
      : written;
    if (property === FONT_SIZE) builder.setFontSize(value);
    else builder.set(property!, value);
    if (winner.origin === USER_AGENT) builder.noteDefault(property!);
  }
  if (!fontDone) builder.finishFont(familyOrSize, language);
  return builder;
}
