/** The part of a named flow in a fragment of a region. */
import type { BlockBreakToken } from './break-token.ts';

/** A place in a flow: its start, its end, or where it resumes. */
export type FlowPoint = 'start' | 'end' | BlockBreakToken;

export interface RegionPart {
  /** null: nothing is shown, because it isn't known yet where the region before it ends. */
  readonly start: FlowPoint | null;
  /** null: nothing is shown, or the region continues. */
  readonly end: FlowPoint | null;
  /** Whether the region overflows. */
  readonly overflows: boolean;
  /** Whether the fragment continues an earlier one. */
  readonly resumes: boolean;
}
