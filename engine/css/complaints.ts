import type { DiagnosticCode } from '../diagnostic-codes.ts';
import { type Diagnostics, type Fix, MAX_DIAGNOSTICS, type Severity } from '../diagnostics.ts';
import { suggested } from '../similar-names.ts';
import type { Complaint } from './rules.ts';
import type { SourceText } from './syntax/source-text.ts';

/** Collects the problems of a text so that they can be reported again when the text recurs. Duplicates are counted. */
export class Complaints {
  private readonly found = new Map<string, { -readonly [K in keyof Complaint]: Complaint[K] }>();

  /** `hint`: returns what the author probably meant, which follows the message. Called only if the problem is new. */
  add(
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: Complaint['at'],
    count = 1,
    hint: (() => Fix | null) | null = null,
  ): void {
    const key = `${code}\n${message}`;
    if (!this.isNew(key, count)) return;
    const fix = hint?.() ?? null;
    const meant = fix === null ? '' : suggested(fix.by);
    this.found.set(key, { code, severity, message: `${message}${meant}`, at, count, fix });
  }

  /** Adds the problems of another text. */
  adopt(complaints: readonly Complaint[], source: SourceText): void {
    for (const complaint of complaints) {
      const { code, message, at, count } = complaint;
      const key = `${code}\n${message}`;
      if (this.isNew(key, count))
        this.found.set(key, { ...complaint, at: typeof at === 'number' ? source.positionOf(at) : at });
    }
  }

  /** Returns whether there is room for a new problem. Counts a known one. */
  private isNew(key: string, count: number): boolean {
    const known = this.found.get(key);
    if (known === undefined) return this.found.size < MAX_DIAGNOSTICS;
    known.count += count;
    return false;
  }

  /** Returns the problems in the order of discovery. */
  list(): readonly Complaint[] {
    return this.found.size === 0 ? NONE : [...this.found.values()];
  }
}

const NONE: readonly Complaint[] = [];

/** Reports the problems of a text at its place in the document. */
export function reportComplaints(complaints: readonly Complaint[], source: SourceText, diagnostics: Diagnostics): void {
  for (const { code, severity, message, at, count, fix } of complaints)
    diagnostics.report(code, severity, message, typeof at === 'number' ? source.positionOf(at) : at, count, fix);
}
