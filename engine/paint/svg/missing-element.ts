/** References to elements that aren't there, or are of another kind. */
import { shorten } from '../../css/syntax/shorten.ts';
import type { SourcePosition } from '../../diagnostics.ts';
import type { PaintContext } from '../paint-context.ts';

/** What is drawn without the element that `url(#id)` or `href` names. `isMeant`: the document says what shall stand for it. */
export interface Missing {
  readonly wanted: string;
  readonly becomes: string;
  readonly position?: SourcePosition | null;
  readonly isMeant?: boolean;
}

export function noteMissingElement(context: PaintContext, url: string, missing: Missing): void {
  const { wanted, becomes, position = null, isMeant = false } = missing;
  const message = `${shorten(url)} names no ${wanted}: ${becomes}.`;
  context.diagnostics.report('paint/missing-element', isMeant ? 'info' : 'warning', message, position);
}
