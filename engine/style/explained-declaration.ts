import type { SourcePosition } from '../diagnostics.ts';

/** A declaration that applies to an element, for display. */
export interface ExplainedDeclaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  readonly origin: 'user-agent' | 'hint' | 'author' | 'style attribute';
  /** The selector as written; null for attributes. */
  readonly selector: string | null;
  readonly specificity: readonly [ids: number, classes: number, types: number] | null;
  /** The layer's name; '' outside layers. */
  readonly layer: string;
  readonly position: SourcePosition | null;
  /** Whether a later declaration of the same property overrides it. */
  readonly overridden: boolean;
}
