/**
 * Shares the named resources of content streams within the file, such as graphics states and shadings, and writes
 * patterns and forms.
 */
import type { Diagnostics } from '../diagnostics.ts';
import type { GradientPaint, Matrix } from '../paint/display-list.ts';
import type { ColorSpaces } from './color-spaces.ts';
import type { Bounds } from './bounds.ts';
import type { ContentStream } from './content-stream.ts';
import type { GroupLook } from './layer-stack.ts';
import type { PdfFile } from './pdf-file.ts';
import type { BandLayer } from './gradient-bands.ts';
import { makeShading, type Shading } from './pdf-gradients.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

export class PaintResources {
  private readonly file: PdfFile;
  private readonly gstates = new Map<string, { readonly name: string; readonly ref: PdfRef }>();
  private readonly shadings = new Map<string, Shading>();
  /** Numbers of stop lists, by content and by identity. Many shapes may share a list of thousands of stops. */
  private readonly stopsByText = new Map<string, number>();
  private readonly stops = new WeakMap<GradientPaint['stops'], number>();
  private readonly spaces: ColorSpaces;
  private readonly hasGroups: boolean;

  /** `hasGroups`: whether forms are transparency groups. Without transparency, they look the same. */
  constructor(file: PdfFile, spaces: ColorSpaces, hasGroups: boolean) {
    this.file = file;
    this.hasGroups = hasGroups;
    this.spaces = spaces;
  }

  /** Selects a graphics state in a stream. `key` identifies the state that `make` returns. */
  useGstate(stream: ContentStream, key: string, make: () => PdfDictionary): void {
    let known = this.gstates.get(key);
    if (!known) {
      const name = `G${this.gstates.size + 1}`;
      this.gstates.set(key, (known = { name, ref: this.file.object({ Type: 'ExtGState', ...make() }) }));
    }
    stream.gstate(known.name, known.ref);
  }

  /** Sets constant alpha, rounded to 8 bits as in browsers. */
  alpha(stream: ContentStream, fill: number, stroke: number): void {
    const ca = Math.round(fill * 255);
    const CA = Math.round(stroke * 255);
    if (ca === 255 && CA === 255 && stream.currentGstate === '') return;
    this.useGstate(stream, `alpha ${ca} ${CA}`, () => ({ ca: ca / 255, CA: CA / 255 }));
  }

  /** Sets the opacity, blend mode and soft mask of a group (ISO 32000-2 §11.6.4, §11.6.5). */
  groupState(stream: ContentStream, { mask, opacity, blend: mode }: GroupLook, diagnostics: Diagnostics): void {
    const blend = BLEND_MODES[mode];
    if (blend === undefined)
      diagnostics.warn(
        'pdf/blend-mode',
        `PDF does not support the blend mode ${mode}. Normal blending is used instead.`,
      );
    this.useGstate(stream, `group ${opacity} ${mode} ${mask ? mask.form.id : 0}`, () => ({
      ca: opacity,
      CA: opacity,
      BM: blend ?? 'Normal',
      SMask: mask ? { Type: 'Mask', S: mask.kind === 'alpha' ? 'Alpha' : 'Luminosity', G: mask.form } : 'None',
    }));
  }

  /** Turns on overprint. In mode 1, components that are zero also leave the backdrop unchanged (ISO 32000-1 §8.6.7). */
  overprint(stream: ContentStream): void {
    this.useGstate(stream, 'overprint', () => ({ OP: true, op: true, OPM: 1 }));
  }

  /**
   * Returns the shading of a gradient that covers `bounds`, which is in the gradient's coordinates. `scale` is the
   * number of CSS px on the page per unit of them.
   */
  shading(gradient: GradientPaint, bounds: Bounds, scale: number): Shading {
    const key = JSON.stringify([
      gradient.type,
      gradient.geometry,
      gradient.repeating,
      this.stopsKey(gradient.stops),
      gradient.repeating || gradient.type === 'conic' ? bounds : 0,
      gradient.repeating ? scale : 0,
    ]);
    let shading = this.shadings.get(key);
    if (!shading) this.shadings.set(key, (shading = makeShading(this.file, this.spaces, gradient, bounds, scale)));
    return shading;
  }

  private stopsKey(stops: GradientPaint['stops']): number {
    let key = this.stops.get(stops);
    if (key !== undefined) return key;
    const text = JSON.stringify(stops);
    key = this.stopsByText.get(text) ?? this.stopsByText.size;
    this.stopsByText.set(text, key);
    this.stops.set(stops, key);
    return key;
  }

  paintShading(stream: ContentStream, shadings: readonly PdfRef[]): void {
    for (const ref of shadings) {
      const name = `S${ref.id}`;
      stream.use('Shading', name, ref);
      stream.operator(`/${name} sh\n`);
    }
  }

  /** Fills bands in a stream with the stream's current opacity. */
  paintBands(stream: ContentStream, layers: readonly BandLayer[]): void {
    for (const { color, path } of layers) {
      stream.fillColor(color);
      stream.path(path);
      stream.operator('f*\n');
    }
  }

  paintForm(stream: ContentStream, form: PdfRef): void {
    const name = `X${form.id}`;
    stream.use('XObject', name, form);
    stream.operator(`/${name} Do\n`);
  }

  /**
   * Writes a tiling pattern (ISO 32000-2 §8.7.3). Its cell is the stream's content, repeated in the coordinates of
   * `matrix`.
   */
  pattern(cell: ContentStream, steps: { readonly stepX: number; readonly stepY: number }, matrix: Matrix): PdfRef {
    const b = cell.bounds;
    return this.file.stream(
      {
        Type: 'Pattern',
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [b.x0, b.y0, b.x1, b.y1],
        XStep: steps.stepX,
        YStep: steps.stepY,
        Matrix: [...matrix],
        Resources: cell.resources(),
      },
      cell.out.view(),
    );
  }

  /** Writes a transparency group (ISO 32000-2 §11.6.6) with the stream's content. */
  form(stream: ContentStream, colorSpace: PdfValue, isolated: boolean, structParents?: number): PdfRef {
    const b = stream.bounds;
    return this.file.stream(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [b.x0, b.y0, b.x1, b.y1],
        Resources: stream.resources(),
        ...(this.hasGroups ? { Group: { S: 'Transparency', CS: colorSpace, I: isolated } } : {}),
        StructParents: structParents,
      },
      stream.out.view(),
    );
  }
}

/** PDF names (ISO 32000-1 §11.3.5) of the CSS blend modes (compositing-1 §9.1). */
const BLEND_MODES: Readonly<Record<string, string>> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
};
