import type { DiagnosticCode } from './diagnostic-codes.ts';

/** A position in the author's text. Lines and columns count from 1. */
export interface SourcePosition {
  /**
   * The name of the text: `document`, `style 2` (the second style sheet element), `style attribute`, `data: style
   * sheet`, ...
   */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/**
 * `error`: content is missing because of a bug in Pagewright. `warning`: the result may differ from what the author
 * intended. `info`: expected or harmless.
 */
export type Severity = 'error' | 'warning' | 'info';

/** Whether a diagnostic counts as a warning: all except notes do. */
export function isWarning({ severity }: Pick<Diagnostic, 'severity'>): boolean {
  return severity !== 'info';
}

/** A correction of the author's text: the first `replace` at or after the diagnostic's position becomes `by`. */
export interface Fix {
  readonly replace: string;
  readonly by: string;
}

/** Something in the document that was ignored or replaced, and the consequence. All interfaces use the same shape. */
export interface Diagnostic {
  /** Stable and slash-separated; documented in `docs/diagnostics.md`. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly source: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The number of occurrences; the position is that of the first. */
  readonly count: number;
  /** Present if the author probably meant something else, which the message also names. */
  readonly fix?: Fix;
}

/** A node of the document that may know its position. */
interface PlacedNode {
  readonly position: SourcePosition | null;
  readonly index: number;
}

/** Maximum number of diagnostics, so that a hostile document can't fill the memory with them. */
export const MAX_DIAGNOSTICS = 1000;

/** Maximum length of a message: a diagnostic quotes the document, whose names and values can have any length. */
const MAX_MESSAGE_LENGTH = 500;

function cut(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message;
  // Surrogate pairs aren't split.
  const end = /[\ud800-\udbff]/.test(message[MAX_MESSAGE_LENGTH - 2]!)
    ? MAX_MESSAGE_LENGTH - 2
    : MAX_MESSAGE_LENGTH - 1;
  return `${message.slice(0, end)}…`;
}

const keyOf = (code: DiagnosticCode, message: string): string => `${code}\n${message}`;

/** Collects a render's diagnostics, merging those with the same code and message. */
export class Diagnostics {
  private readonly found = new Map<string, { -readonly [K in keyof Diagnostic]: Diagnostic[K] }>();

  /** Indexes of nodes whose positions are missing, by the key of the diagnostic. */
  private readonly unplaced = new Map<string, number>();

  /** Diagnostics that name something whose position is found later. */
  private readonly subjects = new Map<Diagnostic, string>();

  /** Adds a diagnostic, or `times` occurrences of a known one. */
  report(
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: SourcePosition | null = null,
    times = 1,
    fix: Fix | null = null,
  ): void {
    const added = this.add(code, severity, message, at, times);
    if (added !== null && fix !== null) Object.assign(added, { fix });
  }

  /** Adds a diagnostic about something named `subject`, such as a font family. `place` can find its position later. */
  reportAbout(
    subject: string,
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: SourcePosition | null = null,
  ): void {
    const added = this.add(code, severity, message, at, 1);
    if (added !== null) this.subjects.set(added, subject);
  }

  /** Returns the diagnostic if it is new. */
  private add(
    code: DiagnosticCode,
    severity: Severity,
    full: string,
    at: SourcePosition | null,
    times: number,
  ): Diagnostic | null {
    const message = cut(full);
    const key = keyOf(code, message);
    const known = this.found.get(key);
    if (known) {
      known.count += times;
      return null;
    }
    if (this.found.size >= MAX_DIAGNOSTICS) return null;
    const added = {
      code,
      severity,
      message,
      source: at?.source ?? null,
      line: at?.line ?? null,
      column: at?.column ?? null,
      count: times,
    };
    this.found.set(key, added);
    return added;
  }

  /** Adds positions to diagnostics of a code that have none. `placeOf` gets the subject, or '' without one. */
  place(code: DiagnosticCode, placeOf: (subject: string) => SourcePosition | null): void {
    for (const found of this.found.values()) {
      const at = found.code === code && found.line === null ? placeOf(this.subjects.get(found) ?? '') : null;
      if (at !== null) Object.assign(found, { source: at.source, line: at.line, column: at.column });
    }
  }

  /** Returns each diagnostic of a code with its subject, in the order of discovery. */
  about(code: DiagnosticCode): { readonly diagnostic: Diagnostic; readonly subject: string }[] {
    return [...this.found.values()]
      .filter((found) => found.code === code)
      .map((found) => ({ diagnostic: found, subject: this.subjects.get(found) ?? '' }));
  }

  warn(code: DiagnosticCode, message: string, at: SourcePosition | null = null): void {
    this.report(code, 'warning', message, at);
  }

  /**
   * Reports something about an element; null: about the document. If the element doesn't know its position, its index
   * is kept, so that `placeNodes` can add the position later.
   */
  reportNode(code: DiagnosticCode, severity: Severity, message: string, node: PlacedNode | null): void {
    if (node === null) return this.report(code, severity, message);
    const { position, index } = node;
    const key = keyOf(code, cut(message));
    const isNew = !this.found.has(key);
    this.report(code, severity, message, position);
    if (position === null && isNew && this.found.size < MAX_DIAGNOSTICS) this.unplaced.set(key, index);
  }

  warnAbout(code: DiagnosticCode, message: string, node: PlacedNode | null): void {
    this.reportNode(code, 'warning', message, node);
  }

  /** The indexes of nodes whose positions are missing. */
  get unplacedNodes(): ReadonlySet<number> {
    return new Set(this.unplaced.values());
  }

  /** Adds positions by the indexes of nodes. */
  placeNodes(positions: ReadonlyMap<number, SourcePosition>): void {
    for (const [key, index] of this.unplaced) {
      const at = positions.get(index);
      if (at !== undefined) Object.assign(this.found.get(key) ?? {}, at);
    }
  }

  /** Returns the diagnostics in the order of discovery. */
  list(): Diagnostic[] {
    return [...this.found.values()].map((d) => ({ ...d }));
  }
}
