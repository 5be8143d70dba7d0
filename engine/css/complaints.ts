import type { DiagnosticCode } from '../diagnostic-codes.ts';
import { type Diagnostics, MAX_DIAGNOSTICS, type Severity } from '../diagnostics.ts';
import type { Complaint } from './rules.ts';
import type { SourceText } from './syntax/source-text.ts';

/** Collects what is wrong with a text, so that whoever meets the text again can report it again; the same thing is counted. */
export class Complaints {
  private readonly found = new Map<string, { -readonly [K in keyof Complaint]: Complaint[K] }>();

  add(code: DiagnosticCode, severity: Severity, message: string, at: Complaint['at'], count = 1): void {
    const key = `${code}\n${message}`;
    const known = this.found.get(key);
    if (known !== undefined) known.count += count;
    else if (this.found.size < MAX_DIAGNOSTICS) this.found.set(key, { code, severity, message, at, count });
  }

  /** Takes over what is wrong with another text. */
  adopt(complaints: readonly Complaint[], source: SourceText): void {
    for (const { code, severity, message, at, count } of complaints)
      this.add(code, severity, message, typeof at === 'number' ? source.positionOf(at) : at, count);
  }

  /** In the order in which they were found. */
  list(): readonly Complaint[] {
    return this.found.size === 0 ? NONE : [...this.found.values()];
  }
}

const NONE: readonly Complaint[] = [];

/** Reports what is wrong with a text that stands there. */
export function reportComplaints(complaints: readonly Complaint[], source: SourceText, diagnostics: Diagnostics): void {
  for (const { code, severity, message, at, count } of complaints)
    diagnostics.report(code, severity, message, typeof at === 'number' ? source.positionOf(at) : at, count);
}
