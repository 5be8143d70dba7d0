import { PathOp } from './display-list.ts';

const TOKEN = /([MLHVCSQTZ])|(-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)/gi;

/** Returns a glyph outline as a canvas path, from absolute SVG path data with M, L, H, V, C, Q and Z. */
export function parseOutline(d: string): number[] {
  const path: number[] = [];
  let command = '';
  let x = 0;
  let y = 0;
  const numbers: number[] = [];
  const flush = (): void => {
    const n = numbers;
    if (command === 'M' || command === 'L') {
      [x, y] = [n[0]!, n[1]!];
      path.push(command === 'M' ? PathOp.Move : PathOp.Line, x, y);
    } else if (command === 'H' || command === 'V') {
      if (command === 'H') x = n[0]!;
      else y = n[0]!;
      path.push(PathOp.Line, x, y);
    } else if (command === 'C') {
      path.push(PathOp.Curve, n[0]!, n[1]!, n[2]!, n[3]!, n[4]!, n[5]!);
      [x, y] = [n[4]!, n[5]!];
    } else if (command === 'Q') {
      const [qx, qy, ex, ey] = n as [number, number, number, number];
      path.push(
        PathOp.Curve,
        x + ((qx - x) * 2) / 3,
        y + ((qy - y) * 2) / 3,
        ex + ((qx - ex) * 2) / 3,
        ey + ((qy - ey) * 2) / 3,
        ex,
        ey,
      );
      [x, y] = [ex, ey];
    }
    numbers.length = 0;
  };
  const arity: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4 };
  for (const match of d.matchAll(TOKEN)) {
    if (match[1]) {
      command = match[1].toUpperCase();
      numbers.length = 0;
      if (command === 'Z') path.push(PathOp.Close);
    } else {
      numbers.push(Number(match[2]));
      if (numbers.length === arity[command]) flush();
    }
  }
  return path;
}
