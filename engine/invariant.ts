import { RenderError } from './errors.ts';

/**
 * Something that the code around relies on and that no document can change. Where it doesn't hold the mistake is ours, and going on would lose or
 * double what the document says. Not for inner loops.
 * @throws RenderError `internal_error` with the sentence.
 */
export function assertInvariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new RenderError('internal_error', `This doesn't hold: ${sentence}.`);
}
