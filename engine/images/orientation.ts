/** EXIF's orientations 1 to 8 (JEITA CP-3451), which also express every `image-orientation` of CSS. */

/** The matrix of an orientation: [a, b, c, d, e, f] as in CSS. */
export type Turn = readonly [number, number, number, number, number, number];

export const UPRIGHT: Turn = [1, 0, 0, 1, 0, 0];

const TURNS: ReadonlyMap<number, Turn> = new Map<number, Turn>([
  [2, [-1, 0, 0, 1, 1, 0]],
  [3, [-1, 0, 0, -1, 1, 1]],
  [4, [1, 0, 0, -1, 0, 1]],
  [5, [0, 1, 1, 0, 0, 0]],
  [6, [0, 1, -1, 0, 1, 0]],
  [7, [0, -1, -1, 0, 1, 1]],
  [8, [0, -1, 1, 0, 0, 1]],
]);

/** Orientations by computed value of `image-orientation`: a clockwise turn, then a horizontal flip. */
const STYLED: ReadonlyMap<string, number> = new Map([
  ['none', 1],
  ['0deg', 1],
  ['90deg', 6],
  ['180deg', 3],
  ['270deg', 8],
  ['0deg flip', 2],
  ['90deg flip', 5],
  ['180deg flip', 4],
  ['270deg flip', 7],
]);

/** Returns the matrix that maps the stored image's unit square to the shown one's, with y pointing down. */
export const turnOf = (orientation: number): Turn => TURNS.get(orientation) ?? UPRIGHT;

/** Returns the orientation that a computed `image-orientation` sets, or null for `from-image`. */
export const styledOrientation = (value: string): number | null => STYLED.get(value) ?? null;

/** Returns whether an orientation exchanges width and height. */
export const isSideways = (orientation: number): boolean => orientation > 4;
