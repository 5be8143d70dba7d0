/** What is wrong with declarations, in words. */
import { Complaints } from '../css/complaints.ts';
import type { DeclarationBlock } from '../css/declaration.ts';
import { type DeclarationResult, parseDeclaration, propertyNamed, shorthandNamed } from '../css/properties/registry.ts';
import type { Complaint } from '../css/rules.ts';
import type { DeclarationText } from '../css/syntax/block-parser.ts';

const VENDOR = /^-(webkit|moz|ms|o|khtml|apple|epub|ro|ah|prince|weasy|fs|antenna|tc|hp|xsl|mso)-|^mso-|^[*_]/;

/** Adds what is wrong with a declaration; what is only written for some other program is worth a note, not a warning. */
export function complain(
  complaints: Complaints,
  { name, value, offset }: DeclarationText,
  result: DeclarationResult,
): void {
  if (result.kind === 'longhands' || result.kind === 'deferred') return;
  const vendor = VENDOR.test(name) || VENDOR.test(value);
  const severity = vendor || result.kind === 'unsupported' ? 'info' : 'warning';
  complaints.add(`css/${result.kind}`, severity, result.message, offset);
}

const NONE: readonly Complaint[] = [];

/** Of the properties in a block that there are not, or that have no effect. */
export function unknownProperties(block: DeclarationBlock): readonly Complaint[] {
  let complaints: Complaints | null = null;
  for (const declaration of block.declarations) {
    const { name, value } = declaration;
    if (name.startsWith('--') || propertyNamed(name) !== null || shorthandNamed(name) !== null) continue;
    complain((complaints ??= new Complaints()), declaration, parseDeclaration(name, value, STANDARD));
  }
  return complaints?.list() ?? NONE;
}

/** Whether there is a property doesn't depend on how its value is read. */
const STANDARD = { quirks: false, svgAttribute: false };
