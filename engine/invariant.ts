import { RenderError } from './errors.ts';

/**
 * Checks an assumption of the surrounding code that no document can violate. A violation is a bug in the engine, and
 * continuing would lose or duplicate content. Not for inner loops.
 * @throws RenderError `internal_error` with the sentence.
 */
export function assertInvariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) violated(sentence);
}

/**
 * Ends the render where an assumption of the surrounding code doesn't hold.
 * @throws RenderError `internal_error` with the sentence.
 */
export function violated(sentence: string): never {
  throw new RenderError('internal_error', `Violated invariant: ${sentence}.`);
}
