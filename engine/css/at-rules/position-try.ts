/** Parses `@position-try` (css-anchor-position-1 §5.3). */
import { DeclarationBlock } from '../declaration.ts';
import type { PositionTryRule } from '../rules.ts';
import type { DeclarationText } from '../syntax/block-parser.ts';

const FAMILIES = [
  ...['inset', 'margin'].flatMap((name) => [name, ...axes(name, ['-start', '-end', ''])]),
  ...['', 'min-', 'max-'].flatMap((limit) =>
    ['width', 'height', 'block-size', 'inline-size'].map((name) => `${limit}${name}`),
  ),
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [side, `margin-${side}`]),
  'align-self',
  'justify-self',
  'place-self',
  'position-anchor',
  'position-area',
];

function axes(name: string, edges: readonly string[]): string[] {
  return ['block', 'inline'].flatMap((axis) => edges.map((edge) => `${name}-${axis}${edge}`));
}

/** The properties that the rule may set. */
const ACCEPTED: ReadonlySet<string> = new Set(FAMILIES);

/** Returns null when the rule is invalid. Ignores declarations of other properties and important ones. */
export function parsePositionTry(prelude: string, declarations: readonly DeclarationText[]): PositionTryRule | null {
  const name = prelude.trim();
  if (!name.startsWith('--') || /\s/.test(name)) return null;
  const accepted = declarations.filter((d) => !d.important && (ACCEPTED.has(d.name) || d.name.startsWith('--')));
  return { kind: 'position-try', name, block: new DeclarationBlock(accepted) };
}
