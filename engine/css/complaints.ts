import type { DiagnosticCode } from '../diagnostic-codes.ts';
import { type Diagnostics, MAX_DIAGNOSTICS, type Severity } from '../diagnostics.ts';
import type { Complaint } from './rules.ts';
import type { SourceText } from './syntax/source-text.ts';

/** Collects the problems of a text so that they can be reported again when the text recurs. Duplicates are counted. */
export class Complaints {
  private readonly found = new Map<string, { -readonly [K in keyof Complaint]: Complaint[K] }>();

  /** `hint`: returns what follows the message. Called only if the problem is new. */
  add(
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: Complaint['at'],
    count = 1,
    hint: (() => string) | null = null,
  ): void {
    const key = `${code}\n${message}`;
    const known = this.found.get(key);
    if (known !== undefined) known.count += count;
    else if (this.found.size < MAX_DIAGNOSTICS)
      this.found.set(key, { code, severity, message: `${message}${hint?.() ?? ''}`, at, count });
  }

  /** Adds the problems of another text. */
  adopt(complaints: readonly Complaint[], source: SourceText): void {
    for (const { code, severity, message, at, count } of complaints)
      this.add(code, severity, message, typeof at === 'number' ? source.positionOf(at) : at, count);
  }

  /** Returns the problems in the order of discovery. */
  list(): readonly Complaint[] {
    return this.found.size === 0 ? NONE : [...this.found.values()];
  }
}

const NONE: readonly Complaint[] = [];

/** Reports the problems of a text at its place in the document. */
export function reportComplaints(complaints: readonly Complaint[], source: SourceText, diagnostics: Diagnostics): void {
  for (const { code, severity, message, at, count } of complaints)
    diagnostics.report(code, severity, message, typeof at === 'number' ? source.positionOf(at) : at, count);
}
