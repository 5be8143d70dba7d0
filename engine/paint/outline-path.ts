import { PathOp } from './display-list.ts';

const SPACE = 0x20;
/** The most numbers after a command. */
const MOST = 6;

/** Returns how many numbers follow a command. */
function numbersOf(command: string): number {
  switch (command) {
    case 'C':
      return MOST;
    case 'Q':
      return 4;
    case 'M':
    case 'L':
      return 2;
    default:
      return command === 'H' || command === 'V' ? 1 : 0;
  }
}

/** Returns whether a character ends a number: a space or an upper-case letter. */
const endsNumber = (code: number): boolean => code === SPACE || (code >= 0x41 && code <= 0x5a);

/**
 * Returns a glyph outline as a canvas path, from absolute SVG path data with M, L, H, V, C, Q and Z, and spaces between
 * numbers. PERF: ideographs have hundreds of numbers, which took milliseconds with a regular expression.
 */
export function parseOutline(d: string): number[] {
  const path: number[] = [];
  const n = new Float64Array(MOST);
  let [x, y] = [0, 0];
  for (let i = 0; i < d.length;) {
    const command = d[i++]!;
    const count = numbersOf(command);
    for (let k = 0; k < count; k++) {
      while (d.charCodeAt(i) === SPACE) i++;
      const start = i;
      while (i < d.length && !endsNumber(d.charCodeAt(i))) i++;
      n[k] = Number(d.slice(start, i));
    }
    switch (command) {
      case 'M':
      case 'L':
        [x, y] = [n[0]!, n[1]!];
        path.push(command === 'M' ? PathOp.Move : PathOp.Line, x, y);
        break;
      case 'H':
      case 'V':
        if (command === 'H') x = n[0]!;
        else y = n[0]!;
        path.push(PathOp.Line, x, y);
        break;
      case 'C':
        path.push(PathOp.Curve, n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!);
        [x, y] = [n[4]!, n[5]!];
        break;
      case 'Q': {
        const [qx, qy, toX, toY] = [n[0]!, n[1]!, n[2]!, n[3]!];
        path.push(PathOp.Curve, x + ((qx - x) * 2) / 3, y + ((qy - y) * 2) / 3);
        path.push(toX + ((qx - toX) * 2) / 3, toY + ((qy - toY) * 2) / 3, toX, toY);
        [x, y] = [toX, toY];
        break;
      }
      case 'Z':
        path.push(PathOp.Close);
        break;
    }
  }
  return path;
}
