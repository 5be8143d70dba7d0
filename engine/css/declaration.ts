import type { DeclarationText } from './syntax/block-parser.ts';

/**
 * Declarations that apply together: those of a rule, of the run between two nested rules, or of a style attribute.
 * Values are interpreted on first use.
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
