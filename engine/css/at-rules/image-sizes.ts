/** The `sizes` attribute: how wide an image is expected to be laid out (HTML §4.8.4.3.11). */
import type { ComputeContext } from '../values/compute-context.ts';
import { LENGTH_POSITIVE, parseLength } from '../values/numeric.ts';
import { resolveSpecified } from '../values/specified.ts';
import { readValue } from '../values/value-reader.ts';
import { evaluateCondition, parseCondition } from './condition.ts';
import { matchesFeature, type MediaEnvironment, parseFeature } from './media.ts';

/**
 * Returns the first size in CSS px whose media condition matches, or null. Lengths refer to `context`. `auto` and
 * invalid sizes are skipped.
 */
export function sourceSize(sizes: string, media: MediaEnvironment, context: ComputeContext): number | null {
  for (const reader of readValue(sizes)?.commaSeparated() ?? []) {
    const length = parseLength(reader, LENGTH_POSITIVE);
    if (length !== undefined) {
      if (reader.atEnd) return resolveSpecified(length, context).px;
      continue;
    }
    const condition = parseCondition(reader, parseFeature);
    const conditional = condition && parseLength(reader, LENGTH_POSITIVE);
    if (condition === undefined || conditional === undefined || !reader.atEnd) continue;
    if (evaluateCondition(condition, (feature) => matchesFeature(feature, media)) === true)
      return resolveSpecified(conditional, context).px;
  }
  return null;
}
