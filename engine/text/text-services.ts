/** Provides text and fonts to layout (layout/contract/contract.ts, TextServices). */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { FontMetricsPx } from '../fonts/face-metrics.ts';
import type { FontFace } from '../fonts/font-face.ts';
import { choiceMetrics, emAscentShare, type FontContext } from '../fonts/font-context.ts';
import type { FontChoice } from '../fonts/font-list.ts';
import { firstLineContent } from './text-transform.ts';
import type { GlyphRun } from './glyph-run.ts';
import type { InlineContent } from './inline-content.ts';
import { ownStyle, ParagraphBuilder } from './paragraph-builder.ts';
import type { Paragraph, ShapedRun } from './paragraph.ts';

class EngineTextServices {
  private readonly fonts: FontContext;
  private readonly builder: ParagraphBuilder;
  /** Metrics by font size in px. The same size returns the same object. */
  private readonly ofChoices = new Map<FontChoice, Map<number, FontMetricsPx>>();

  constructor(fonts: FontContext, budget: Budget, diagnostics: Diagnostics) {
    this.fonts = fonts;
    this.builder = new ParagraphBuilder(fonts, budget, diagnostics);
  }

  paragraph(content: InlineContent, container: Box, firstLine: boolean): Paragraph {
    const kept = (content.paragraph ??= { normal: null, firstLine: null });
    const restyled = firstLine ? content.firstLine : null;
    if (restyled !== null) {
      const styleOf = (box: Box): ComputedStyle => restyled.styleOf(box);
      if (kept.firstLine === null) {
        const shown = firstLineContent(content, styleOf);
        kept.firstLine = this.builder.build(shown, container, styleOf);
      }
      return kept.firstLine;
    }
    return (kept.normal ??= this.builder.build(content, container, ownStyle));
  }

  metrics(style: ComputedStyle): FontMetricsPx {
    return this.fonts.metrics(style.font);
  }

  primaryFace(font: FontStyle): FontFace {
    return this.fonts.primary(font);
  }

  shape(text: string, style: ComputedStyle, level: number): ShapedRun {
    return this.builder.shapeAlone(text, style, level);
  }

  emAscent({ face, fontSize }: ShapedRun): number {
    return fontSize * emAscentShare(face.metrics);
  }

  runMetrics(run: ShapedRun): FontMetricsPx {
    const { choice } = (run as GlyphRun).segment;
    let sizes = this.ofChoices.get(choice);
    if (sizes === undefined) this.ofChoices.set(choice, (sizes = new Map()));
    let metrics = sizes.get(run.fontSize);
    if (metrics === undefined) sizes.set(run.fontSize, (metrics = choiceMetrics(choice, run.fontSize / choice.scale)));
    return metrics;
  }
}

/** Creates the services of a render. */
export function createTextServices(fonts: FontContext, budget: Budget, diagnostics: Diagnostics): EngineTextServices {
  return new EngineTextServices(fonts, budget, diagnostics);
}

export type { EngineTextServices };
