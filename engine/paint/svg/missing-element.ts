/** References to elements that don't exist or have another type. */
import { shorten } from '../../css/syntax/shorten.ts';
import type { SourcePosition } from '../../diagnostics.ts';
import type { PaintContext } from '../paint-context.ts';

/** A reference by `url(#id)` or `href` without its element. */
interface Missing {
  readonly wanted: string;
  /** The replacement behavior, as text for the diagnostic. */
  readonly becomes: string;
  readonly position?: SourcePosition | null;
  /** Whether the document gives a fallback. */
  readonly isMeant?: boolean;
}

const articled = (noun: string): string => `${/^<?[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

export function noteMissingElement(context: PaintContext, url: string, missing: Missing): void {
  const { wanted, becomes, position = null, isMeant = false } = missing;
  const message = `${shorten(url)} does not refer to ${articled(wanted)}: ${becomes}.`;
  context.diagnostics.reportAbout(url, 'paint/missing-element', isMeant ? 'info' : 'warning', message, position);
}
