/** Text in SVG (svg2 §11), each stretch of characters placed where x, y, dx, dy and text-anchor say. Text on a path is left out. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/computed-values.ts';
import type { Element } from '../../document/node.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { usedColor } from '../paint-context.ts';
import type { SvgPainter } from './svg-painter.ts';
import { type Axis, basisOf, parseLength, type Viewport, withAlpha } from './svg-geometry.ts';

/** Characters of one style between two absolute positions. */
interface Chunk {
  readonly text: string;
  readonly style: ComputedStyle;
  /** null: goes on where the last one ended. */
  readonly x: number | null;
  readonly y: number | null;
  readonly dx: number;
  readonly dy: number;
}

export function paintSvgText(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): void {
  const chunks: Chunk[] = [];
  collect(painter, element, style, viewport, chunks, { pendingSpace: false, started: false });
  let [x, y] = [0, 0];
  for (let i = 0; i < chunks.length;) {
    // An anchored chunk reaches to the next absolute position.
    let end = i + 1;
    while (end < chunks.length && chunks[end].x === null && chunks[end].y === null) end++;
    const runs = chunks
      .slice(i, end)
      .map((chunk) => painter.context.state.services.text.shape(chunk.text, chunk.style, 0));
    let width = 0;
    for (let k = i; k < end; k++) width += chunks[k].dx + widthOf(runs[k - i]);
    x = chunks[i].x ?? x;
    y = chunks[i].y ?? y;
    const anchor = chunks[i].style.text.textAnchor;
    x -= anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0;
    for (let k = i; k < end; k++) {
      x += chunks[k].dx;
      y += chunks[k].dy;
      draw(painter, chunks[k], runs[k - i], x, y + baselineShift(painter, chunks[k].style));
      x += widthOf(runs[k - i]);
    }
    i = end;
  }
}

interface Collapsing {
  pendingSpace: boolean;
  started: boolean;
}

function collect(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
  chunks: Chunk[],
  state: Collapsing,
): void {
  if (element.tag === 'textPath') {
    painter.context.diagnostics.warn('svg/text-path', 'Text on a path in SVG is left out.');
    return;
  }
  const list = (name: string, axis: Axis): number[] =>
    (element.attribute(name) ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((item) => parseLength(item, basisOf(viewport, axis), style.font.fontSize) ?? 0);
  const positions = { x: list('x', 'x'), y: list('y', 'y'), dx: list('dx', 'x'), dy: list('dy', 'y') };
  let used = 0;
  for (const child of element.children) {
    if (child.type === 'element') {
      if (child.tag === 'tspan' || child.tag === 'a' || child.tag === 'textPath') {
        const childStyle = painter.styleOf(child);
        if (childStyle.box.display.outside !== 'none') collect(painter, child, childStyle, viewport, chunks, state);
      }
      continue;
    }
    let text = collapse(child.data, style, state);
    while (text !== '') {
      const perCharacter =
        Math.max(positions.x.length, positions.y.length, positions.dx.length, positions.dy.length) > used + 1;
      const piece = perCharacter ? String.fromCodePoint(text.codePointAt(0) ?? 0) : text;
      chunks.push({
        text: piece,
        style,
        x: positions.x[used] ?? null,
        y: positions.y[used] ?? null,
        dx: positions.dx[used] ?? 0,
        dy: positions.dy[used] ?? 0,
      });
      text = text.slice(piece.length);
      used++;
    }
  }
}

/** White space as in HTML: collapsed, none at the start. */
function collapse(data: string, style: ComputedStyle, state: Collapsing): string {
  if (style.text.whiteSpaceCollapse === 'preserve') {
    state.started = true;
    return data.replace(/[\n\t]/g, ' ');
  }
  let out = '';
  for (const part of data.split(/([ \t\n\r]+)/)) {
    if (part === '') continue;
    if (/^[ \t\n\r]/.test(part)) {
      state.pendingSpace = state.started;
      continue;
    }
    if (state.pendingSpace) out += ' ';
    state.pendingSpace = false;
    state.started = true;
    out += part;
  }
  return out;
}

function widthOf(run: ShapedRun): number {
  let width = 0;
  for (const advance of run.advances) width += advance;
  return width;
}

function baselineShift(painter: SvgPainter, style: ComputedStyle): number {
  const metrics = painter.context.metrics(style);
  switch (style.text.dominantBaseline) {
    case 'middle':
      return metrics.xHeight / 2;
    case 'central':
      return (metrics.ascent - metrics.descent) / 2;
    case 'hanging':
    case 'text-before-edge':
    case 'text-top':
      return style.text.dominantBaseline === 'hanging' ? metrics.ascent * 0.8 : metrics.ascent;
    case 'text-after-edge':
    case 'text-bottom':
    case 'ideographic':
      return -metrics.descent;
    default:
      return 0;
  }
}

function draw(painter: SvgPainter, chunk: Chunk, run: ShapedRun, x: number, y: number): void {
  const { style } = chunk;
  const { text } = style;
  if (text.visibility !== 'visible' || run.glyphIds.length === 0) return;
  const fill =
    text.fill === null
      ? Color.TRANSPARENT
      : typeof text.fill === 'string'
        ? serverColor(painter, text.fill)
        : usedColor(text.fill, style);
  const stroke =
    text.stroke === null || typeof text.stroke === 'string'
      ? null
      : { width: text.strokeWidth.px, color: withAlpha(usedColor(text.stroke, style), text.strokeOpacity) };
  const placement = {
    run,
    start: 0,
    end: run.glyphIds.length,
    x,
    y,
    justification: 0,
    justifyClusters: false,
    text: chunk.text,
    paragraph: chunk.text,
  };
  painter.context.canvas.drawGlyphs(
    placement,
    withAlpha(fill, text.fillOpacity),
    stroke && stroke.width > 0 ? stroke : null,
  );
}

/** Text isn't filled with gradients: the first stop's colour stands for the whole. */
function serverColor(painter: SvgPainter, url: string): Color {
  const server = painter.reference(url);
  const stop = server?.children.find((child): child is Element => child.type === 'element' && child.tag === 'stop');
  if (!stop) return Color.BLACK;
  const style = painter.source.styleOf(stop);
  return usedColor(style.rare.stopColor, style);
}
