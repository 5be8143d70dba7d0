/** Renders a PDF and describes its layout from a single layout pass. */
import { ByteList } from './byte-stream.ts';
import { describePages } from './debug/describe-layout.ts';
import { PageList } from './pages/page-sink.ts';
import { renderTo } from './render.ts';
import type { DocumentGiven, RenderOptions } from './render-options.ts';
import type { RenderWithLayoutResult } from './render-result.ts';

/**
 * Returns the results of `render` and `layout` from a single render.
 * @throws RenderError like `render`.
 */
export async function renderWithLayout(
  html: DocumentGiven,
  options: RenderOptions = {},
): Promise<RenderWithLayoutResult> {
  const bytes = new ByteList();
  const kept = new PageList();
  const { pages, diagnostics, budget, styler } = await renderTo(html, options, bytes, kept);
  const described = describePages({ pages: kept.pages, budget, styler });
  return { pdf: bytes.joined(), pages, diagnostics, layout: { pages: described, diagnostics } };
}
