import type { Color } from '../css/color.ts';
import type { ContentLayer } from '../css/computed-values.ts';
import type { ImageResource } from '../images/image.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type {
  Bookmark,
  ArtifactKind,
  Canvas,
  FieldLook,
  GlyphPlacement,
  GradientPaint,
  LinkTarget,
  Matrix,
  Path,
  StrokeStyle,
  SheetTrim,
} from './canvas.ts';

/** One canvas call: its name and its arguments in readable form, such as `fillRect 8 8 100 20 #ff0000`. */
export interface PaintOp {
  readonly op: string;
  readonly text: string;
  /** Number of open save, group, tag and mask calls. */
  readonly depth: number;
}

/** Formats a number with at most three decimals. */
function num(n: number): string {
  const rounded = Math.round(n * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

const nums = (...values: number[]): string => values.map(num).join(' ');

function colorText(color: Color): string {
  const hex = (c: number): string =>
    Math.round(Math.min(1, Math.max(0, c)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(color.r)}${hex(color.g)}${hex(color.b)}${color.a < 1 ? hex(color.a) : ''}`;
}

const LETTERS = ['M', 'L', 'C', 'Z'];

export function pathText(path: Path): string {
  const out: string[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    const count = op === 3 ? 0 : op === 2 ? 6 : 2;
    out.push([LETTERS[op!], ...path.slice(i, i + count).map(num)].join(' '));
    i += count;
  }
  return out.join(' ');
}

/** Records calls, for tests and dumps. */
export class RecordingCanvas implements Canvas {
  readonly ops: PaintOp[] = [];
  private depth = 0;

  private add(op: string, ...parts: string[]): void {
    this.ops.push({ op, text: parts.join(' '), depth: this.depth });
  }

  private open(op: string, ...parts: string[]): void {
    this.add(op, ...parts);
    this.depth++;
  }

  private close(op: string): void {
    this.depth--;
    this.add(op);
  }

  beginPage(width: number, height: number, trim: SheetTrim | null = null): void {
    this.open('beginPage', nums(width, height), ...(trim ? [`trim ${nums(trim.page, trim.bleed)}`] : []));
  }

  endPage(): void {
    this.close('endPage');
  }

  leavePage(id: number): void {
    this.close(`leavePage ${id}`);
  }

  returnToPage(id: number): void {
    this.open('returnToPage', num(id));
  }

  save(): void {
    this.open('save');
  }

  restore(): void {
    this.close('restore');
  }

  transform(matrix: Matrix): void {
    this.add('transform', nums(...matrix));
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    this.add('clipRect', nums(x, y, width, height));
  }

  clipPath(path: Path, evenOdd: boolean): void {
    this.add('clipPath', pathText(path), evenOdd ? 'evenodd' : '');
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    this.add('fillRect', nums(x, y, width, height), colorText(color));
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    this.add('fillPath', pathText(path), evenOdd ? 'evenodd' : 'nonzero', colorText(color));
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    this.add(
      'strokePath',
      pathText(path),
      `width ${num(stroke.width)}`,
      stroke.dash.length > 0 ? `dash ${nums(...stroke.dash)}` : '',
      colorText(color),
    );
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    const stops = gradient.stops.map((stop) => `${num(stop.offset)} ${colorText(stop.color)}`).join(', ');
    this.add(
      'fillGradient',
      pathText(path),
      evenOdd ? 'evenodd' : 'nonzero',
      gradient.repeating ? 'repeating' : '',
      gradient.type,
      nums(...gradient.geometry),
      `[${stops}]`,
    );
  }

  fillPattern(
    path: Path,
    cell: { x: number; y: number; width: number; height: number; stepX: number; stepY: number },
    draw: (canvas: Canvas) => void,
  ): void {
    this.open('fillPattern', pathText(path), nums(cell.x, cell.y, cell.width, cell.height, cell.stepX, cell.stepY));
    draw(this);
    this.close('endPattern');
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    const { run } = placement;
    this.add(
      'drawGlyphs',
      nums(placement.x, placement.y),
      `${run.face.key} ${num(run.fontSize)}px`,
      colorText(color),
      stroke ? `stroke ${num(stroke.width)}` : '',
      JSON.stringify(placement.text),
    );
  }

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    this.add('drawImage', nums(x, y, width, height), image.data.type, smooth ? '' : 'pixelated');
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.open('beginGroup', num(opacity), blend, isolated ? 'isolated' : '');
  }

  endGroup(): void {
    this.close('endGroup');
  }

  beginMask(
    kind: 'alpha' | 'luminance',
    bounds: { x: number; y: number; width: number; height: number },
    draw: (canvas: Canvas) => void,
  ): void {
    this.open('mask', kind, nums(bounds.x, bounds.y, bounds.width, bounds.height));
    draw(this);
    this.close('endMaskImage');
    this.open('beginMask');
  }

  endMask(): void {
    this.close('endMask');
  }

  beginOverprint(): void {
    this.open('beginOverprint');
  }

  endOverprint(): void {
    this.close('endOverprint');
  }

  beginContentLayer({ name, medium, isHidden }: ContentLayer): void {
    this.open('beginContentLayer', JSON.stringify(name), medium ?? '', isHidden ? 'hidden' : '');
  }

  endContentLayer(): void {
    this.close('endContentLayer');
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget): void {
    this.add('link', nums(x, y, width, height), 'url' in target ? target.url : `#${target.anchor}`);
  }

  anchor(name: string, x: number, y: number): void {
    this.add('anchor', name, nums(x, y));
  }

  bookmark(bookmark: Bookmark): void {
    const { level, title, x, y, open } = bookmark;
    this.add('bookmark', `h${level}`, JSON.stringify(title), nums(x, y), open ? '' : 'closed');
  }

  field(field: FormField, look: FieldLook, draw: (isChecked: boolean | null) => void): void {
    this.open('field', field.content.type, field.path.join('.'), nums(look.x, look.y, look.width, look.height));
    draw(null);
    this.close('endField');
  }

  beginTag(structure: number): void {
    this.open('beginTag', `#${structure}`);
  }

  beginArtifact(kind: ArtifactKind): void {
    this.open('beginArtifact', kind === 'layout' ? '' : kind);
  }

  endTag(): void {
    this.close('endTag');
  }

  /** Returns one indented line per call. */
  toString(): string {
    return this.ops
      .map(({ op, text, depth }) =>
        `${'  '.repeat(depth)}${op} ${text}`.trimEnd().replace(/ {2,}/g, (s, at: number) => (at === 0 ? s : ' ')),
      )
      .join('\n');
  }
}
