import type { DeclarationText } from './syntax/block-parser.ts';

/**
 * Declarations that apply together: a rule's (or the run of them between two nested rules), or a style attribute's. What
 * their values mean is worked out on first use.
 */
export class DeclarationBlock {
  readonly declarations: readonly DeclarationText[];
  readonly hasNormal: boolean;
  readonly hasImportant: boolean;

  constructor(declarations: readonly DeclarationText[]) {
    this.declarations = declarations;
    this.hasImportant = declarations.some((d) => d.important);
    this.hasNormal = declarations.some((d) => !d.important);
  }
}
