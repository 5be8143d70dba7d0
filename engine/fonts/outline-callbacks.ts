/**
 * HarfBuzz reports glyph outlines through five callbacks, which must be WebAssembly functions in its function table. A
 * tiny module that re-exports five imports turns JavaScript functions into WebAssembly functions.
 */
import type { WasmFunction } from '../platform/wasm-memory.ts';

/** Collects the outline of one glyph. */
interface OutlinePath {
  finish(): string;
}

export interface OutlineCallbacks {
  /** `hb_draw_funcs_t *` */
  readonly funcs: number;
  /** Starts a new outline, which the callbacks write to. */
  start(): OutlinePath;
}

const NAMES = ['move_to', 'line_to', 'quadratic_to', 'cubic_to', 'close_path'] as const;
/** The number of f32 coordinates between the three leading pointers and the trailing one. */
const COORDINATES = [2, 2, 4, 6, 0];

const I32 = 0x7f;
const F32 = 0x7d;

function section(id: number, content: number[]): number[] {
  return [id, content.length & 0x7f, ...content];
}

/**
 * Returns a module that imports `f.0` ... `f.4` and exports them under the same names. Each section is shorter than 128
 * bytes.
 */
function trampolineModule(): WebAssembly.Module {
  const types = COORDINATES.flatMap((n) => [0x60, n + 4, I32, I32, I32, ...Array<number>(n).fill(F32), I32, 0]);
  const digit = (i: number): number => 0x30 + i;
  const imports = COORDINATES.flatMap((_, i) => [1, 0x66, 1, digit(i), 0, i]);
  const exports = COORDINATES.flatMap((_, i) => [1, digit(i), 0, i]);
  return new WebAssembly.Module(
    new Uint8Array([
      0,
      0x61,
      0x73,
      0x6d,
      1,
      0,
      0,
      0,
      ...section(1, [5, ...types]),
      ...section(2, [5, ...imports]),
      ...section(7, [5, ...exports]),
    ]),
  );
}

/** Rounds to two decimals: a hundredth of a font unit is invisible. */
const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Sets up the callbacks in a HarfBuzz instance. `scale` converts its positions to font units. */
export function outlineCallbacks(
  call: Record<string, WasmFunction>,
  table: WebAssembly.Table,
  scale: number,
): OutlineCallbacks {
  let path: string[] = [];
  const write =
    (letter: string, from: number, to: number) =>
    (...args: number[]): void => {
      let command = letter;
      for (let i = from; i < to; i++) command += (i === from ? '' : ' ') + number(args[i]! * scale);
      path.push(command);
    };
  const letters = ['M', 'L', 'Q', 'C', 'Z'];
  const functions = COORDINATES.map((n, i) => write(letters[i]!, 3, 3 + n));
  const { exports } = new WebAssembly.Instance(trampolineModule(), {
    f: Object.fromEntries(functions.map((f, i) => [String(i), f])),
  });

  const funcs = call['hb_draw_funcs_create']!();
  const first = table.grow(NAMES.length);
  NAMES.forEach((name, i) => {
    table.set(first + i, exports[String(i)]);
    call[`hb_draw_funcs_set_${name}_func`]!(funcs, first + i, 0, 0);
  });
  return {
    funcs,
    start() {
      path = [];
      return { finish: () => path.join('') };
    },
  };
}
