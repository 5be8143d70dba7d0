import type { DeclarationText } from './syntax/block-parser.ts';
import type { SourceText } from './syntax/source-text.ts';

/**
 * Declarations that apply together: a rule's (or the run of them between two nested rules), or a style attribute's. What
 * their values mean is worked out on first use.
 */
export class DeclarationBlock {
  readonly declarations: readonly DeclarationText[];
  readonly source: SourceText;
  readonly hasNormal: boolean;
  readonly hasImportant: boolean;

  constructor(declarations: readonly DeclarationText[], source: SourceText) {
    this.declarations = declarations;
    this.source = source;
    this.hasImportant = declarations.some((d) => d.important);
    this.hasNormal = declarations.some((d) => !d.important);
  }
}
