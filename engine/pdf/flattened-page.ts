/**
 * Flattens transparency, for files that can't contain it. What is transparent over a single color becomes opaque and
 * stays text and vectors. Everything else becomes pictures of the affected regions, which show all that the page has
 * painted there so far. Their text is added again, invisibly.
 */
import { Color } from '../css/color.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { Covers } from '../paint/covers.ts';
import {
  closerOf,
  type Command,
  type CommandOf,
  type DisplayList,
  isCloser,
  type Matrix,
} from '../paint/display-list.ts';
import { type PixelHost, wholePx } from '../paint/filters/filtered.ts';
import { tracesOf } from '../paint/list-passes.ts';
import { invert, multiply } from '../paint/matrix.ts';
import { overlap, type Rect, uniteRects } from '../paint/rects.ts';
import { type Bounds, boxOf, NOWHERE, transformBounds } from './bounds.ts';
import { inkBounds, intersection, union } from './ink-bounds.ts';
import { insidesOf } from './rectangles.ts';
import { type Region, RegionPictures } from './region-pictures.ts';
import { isTransparent, type SolidBlends } from './solid-blends.ts';

/** What flattening needs of the document. */
export interface FlatteningHost {
  readonly pixels: PixelHost;
  readonly blends: SolidBlends;
  /** Returns the source position of a structure element. */
  positionOf(structure: number): SourcePosition | null;
  /** Called when inks become pixels, which have none. */
  onLostInks(at: SourcePosition | null): void;
}

interface State {
  /** Maps to the page. */
  readonly matrix: Matrix;
  readonly clip: Bounds;
  /** Whether everything inside `clip` is visible. */
  readonly isWhole: boolean;
}

/** A picture of a region of the page, which is drawn when everything below it is known. */
interface Picture extends Region {
  readonly state: State;
  /** What it replaces. */
  readonly part: DisplayList;
  /** Whether a later picture covers it. */
  isCovered: boolean;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const SAVE: Command = { type: 'save' };
const RESTORE: Command = { type: 'restore' };
const ARTIFACT: Command = { type: 'beginArtifact', kind: 'layout' };
const END_TAG: Command = { type: 'endTag' };

/** The lists of a page, from the first to the last. */
export class FlattenedPage {
  private readonly host: FlatteningHost;
  private readonly covers: Covers;
  private readonly paper: Color;
  private state: State;
  private readonly outer: State[] = [];
  /** The structure elements that are open; null for artifacts. */
  private readonly tags: (number | null)[] = [];
  /** Everything that the page has painted. */
  private readonly pictures: RegionPictures;
  private out: (Command | Picture)[] = [];
  /** The last picture, unless something is drawn after it. */
  private last: Picture | null = null;

  /** `paper`: the color below everything. `matrix` maps the coordinates of the lists to those of `sheet`. */
  constructor(sheet: Bounds, host: FlatteningHost, paper: Color = Color.WHITE, matrix: Matrix = IDENTITY) {
    this.host = host;
    this.paper = paper;
    this.covers = new Covers(host.pixels.budget);
    this.pictures = new RegionPictures(host.pixels, (at) => host.onLostInks(at), paper, matrix);
    this.state = { matrix, clip: sheet, isWhole: true };
  }

  /** Returns an opaque list that looks like the next list of the page. */
  flatten(given: DisplayList): DisplayList {
    const list = inlined(given);
    this.out = [];
    this.last = null;
    for (let i = 0; i < list.length;) i = this.step(list, i);
    return this.out.flatMap((one) => ('region' in one ? this.drawn(one) : [one]));
  }

  /** Adds the command at an index, or the group that begins there. Returns the index of what comes next. */
  private step(list: DisplayList, i: number): number {
    const command = list[i]!;
    this.host.pixels.budget.tick();
    const isGroup = command.type === 'beginGroup' || command.type === 'beginMask';
    const end = isGroup ? endOf(list, i) : i + 1;
    if (isTransparent(command) || (isGroup && this.blendsApart(list.slice(i, end)))) {
      this.flattenPart(list.slice(i, end));
      return end;
    }
    this.follow(command);
    const place = this.place(inkOf(command));
    if (place !== null && isPainted(command)) this.last = null;
    this.note(command, place);
    this.cover(command, place);
    this.out.push(command);
    return i + 1;
  }

  /** Returns whether content of an opaque group blends with the group only, so that it looks different on the page. */
  private blendsApart(group: DisplayList): boolean {
    const modes = group.filter(blends);
    if (modes.length === 0) return false;
    const ink = this.inkOf(group);
    // These modes leave colors unchanged over nothing and over white.
    const isNeutral = modes.every(({ blend }) => blend === 'multiply' || blend === 'darken');
    return !isNeutral || (ink !== null && this.covers.under(ink, this.paper) !== Color.WHITE);
  }

  /** Follows transforms, clips and tags. */
  private follow(command: Command): void {
    const { state, tags } = this;
    if (command.type === 'beginTag' || command.type === 'beginArtifact')
      tags.push(command.type === 'beginTag' ? command.structure : null);
    else if (command.type === 'endTag') tags.pop();
    else if (isCloser(command)) this.state = this.outer.pop() ?? state;
    else if (closerOf(command) !== null) this.outer.push(state);
    else this.state = changed(state, command);
  }

  private note(command: Command, place: Rect | null): void {
    this.pictures.add(command, place, this.state.matrix);
  }

  /** Returns the visible part of a box on the page, or null if nothing is visible. */
  private place(ink: Bounds | null): Rect | null {
    const shown = ink && intersection(transformBounds(ink, this.state.matrix), this.state.clip);
    return shown && rectOf(shown);
  }

  /** Notes what is opaque. */
  private cover(command: Command, place: Rect | null): void {
    if (place === null || !isPainted(command)) return;
    const { matrix, isWhole } = this.state;
    const isUpright = matrix[1] === 0 && matrix[2] === 0;
    const isExact = isWhole && (isUpright || (matrix[0] === 0 && matrix[3] === 0));
    if (command.type === 'fillRect') return this.covers.add(place, isExact ? command.color : null, null);
    this.covers.add(place, null, null);
    if (command.type !== 'fillPath' || !isExact) return;
    for (const band of insidesOf(command.path)) {
      const inside = this.place(band);
      if (inside !== null) this.covers.add(inside, command.color, null);
    }
  }

  private flattenPart(part: DisplayList): void {
    const { covers } = this;
    const ink = this.inkOf(part);
    if (ink === null) return void this.out.push(...tracesOf(part));
    const below = covers.under(ink, this.paper);
    const solid = below && this.solid(part, below);
    if (solid === null) return this.picture(part, ink);
    this.last = null;
    this.within(part, (command) => this.note(command, ink));
    this.within(solid, (command) => this.cover(command, this.place(inkOf(command))));
    this.out.push(...solid);
  }

  /** Returns opaque commands for a part over one color. null: no such commands look like it. */
  private solid(part: DisplayList, below: Color): DisplayList | null {
    const [first] = part;
    const { blends } = this.host;
    if (first?.type === 'beginGroup') {
      const group = blends.group(first, part.slice(1, -1), below);
      return group && [SAVE, ...group, RESTORE];
    }
    if (first?.type === 'fillPattern') {
      const cell = new FlattenedPage(boxOf(first.cell), this.host, below);
      return [{ ...first, content: cell.flatten(first.content) }];
    }
    if (first?.type === 'field') {
      const apart = (list: DisplayList | null): DisplayList | null => list && this.apart(list, below);
      const { shown, checked, unchecked } = first;
      return [{ ...first, shown: this.apart(shown, below), checked: apart(checked), unchecked: apart(unchecked) }];
    }
    const command = first && part.length === 1 ? blends.command(first, below) : null;
    return command && [command];
  }

  /** Returns a list that is flattened for itself. */
  private apart(list: DisplayList, below: Color): DisplayList {
    const { matrix, clip } = this.state;
    return new FlattenedPage(clip, this.host, below, matrix).flatten(list);
  }

  private picture(part: DisplayList, ink: Rect): void {
    const { state, out } = this;
    this.within(part, (command) => this.note(command, ink));
    const region = this.regionWith(wholePx(ink, 1));
    if (state.isWhole) for (const one of out) if ('region' in one && contains(region, one.region)) one.isCovered = true;
    const structure = this.tags.findLast((tag) => tag !== null) ?? null;
    const position = structure === null ? null : this.host.positionOf(structure);
    this.last = { region, state, part, end: this.pictures.length, position, isCovered: false };
    out.push(this.last);
    this.covers.add(region, null, null);
  }

  /** Returns the region of the next picture, which includes the last one if they overlap with nothing in between. */
  private regionWith(region: Rect): Rect {
    const { last, state } = this;
    if (last === null || !overlap(last.region, region)) return region;
    const isClippedAlike = last.state === state || (state.isWhole && contains(rectOf(state.clip), last.region));
    if (!isClippedAlike) return region;
    last.isCovered = true;
    return uniteRects(last.region, region) ?? region;
  }

  /** Returns the place of everything that a part draws. */
  private inkOf(part: DisplayList): Rect | null {
    let all: Bounds | null = null;
    this.within(part, (command) => {
      const place = isPainted(command) ? this.place(inkOf(command)) : null;
      if (place !== null) all = union(all, boxOf(place));
    });
    return all && rectOf(all);
  }

  /** Visits the commands of a part with the state of each. */
  private within(part: DisplayList, visit: (command: Command) => void): void {
    const { state, outer, tags } = this;
    const depth = outer.length;
    const open = tags.length;
    for (const command of part) {
      this.follow(command);
      visit(command);
    }
    outer.length = depth;
    tags.length = open;
    this.state = state;
  }

  private drawn(picture: Picture): DisplayList {
    const { state, part, isCovered } = picture;
    const traces = tracesOf(part);
    if (isCovered) return traces;
    const onto = invert(state.matrix);
    const shown = onto && this.pictures.draw(picture);
    if (onto === null || shown === null) return part;
    const list: Command[] = [SAVE, { type: 'transform', matrix: onto }, shown, RESTORE];
    // A picture of text is decoration, because its text follows.
    const isText = traces.some(({ type }) => type === 'drawGlyphs');
    return isText ? [ARTIFACT, ...list, END_TAG, ...traces] : [...list, ...traces];
  }
}

/** Returns the list with the content of shadows and backdrops in their place. */
function inlined(list: DisplayList): DisplayList {
  if (!list.some(({ type }) => type === 'shadow' || type === 'backdrop')) return list;
  return list.flatMap((one) => (one.type === 'shadow' || one.type === 'backdrop' ? inlined(one.content) : [one]));
}

const blends = (command: Command): command is CommandOf<'beginGroup'> =>
  command.type === 'beginGroup' && command.blend !== 'normal';

/** Returns the index after the end of the group that begins at an index. */
function endOf(list: DisplayList, from: number): number {
  let depth = 0;
  for (let i = from; i < list.length; i++) {
    const command = list[i]!;
    if (closerOf(command) !== null) depth++;
    else if (isCloser(command) && --depth === 0) return i + 1;
  }
  return list.length;
}

function changed(state: State, command: Command): State {
  switch (command.type) {
    case 'transform':
      return { ...state, matrix: multiply(command.matrix, state.matrix) };
    case 'clipRect':
      return clipped(state, boxOf(command), state.matrix[1] === 0 && state.matrix[2] === 0);
    case 'clipPath':
      return clipped(state, inkBounds({ ...command, type: 'fillPath', color: Color.BLACK }), false);
    default:
      return state;
  }
}

function clipped(state: State, box: Bounds | null, isRect: boolean): State {
  const clip = box && intersection(transformBounds(box, state.matrix), state.clip);
  return { matrix: state.matrix, clip: clip ?? NOWHERE, isWhole: state.isWhole && isRect };
}

const inkOf = (command: Command): Bounds | null =>
  command.type === 'field' ? boxOf(command.look) : inkBounds(command);

/** Returns whether a command leaves ink. */
function isPainted(command: Command): boolean {
  if (command.type === 'drawGlyphs')
    return command.color.a > 0 || (command.stroke !== null && command.stroke.color.a > 0);
  return !('color' in command) || command.color.a > 0;
}

const rectOf = ({ x0, y0, x1, y1 }: Bounds): Rect => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 });

const contains = (a: Rect, b: Rect): boolean =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;
