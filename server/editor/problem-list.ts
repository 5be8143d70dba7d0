/** The list of problems: grouped by severity, with places to jump to and fixes to apply. */
import type { Diagnostic, Severity } from 'pagewright/browser';
import { button, byId } from './dom.ts';
import { isInDocument, type SourcePlace } from './page-view.ts';
import { CSS_TAB } from './project.ts';

const MOST_LISTED = 100;

/** A text that diagnostics can be about. */
export type ProblemText = 'html' | 'css';

export interface ProblemListParts {
  /** Moves the cursor of a text. */
  readonly go: (text: ProblemText, place: SourcePlace) => void;
  /** Applies the fix of a diagnostic that has one and a position. */
  readonly fix: (text: ProblemText, diagnostic: Diagnostic) => void;
}

const HEADINGS: readonly (readonly [Severity, one: string, many: string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'note', 'notes'],
];

/** Returns the text that a diagnostic is about, or null for one of another file. */
export const textOfProblem = ({ source }: Diagnostic): ProblemText | null =>
  isInDocument(source) ? 'html' : source === CSS_TAB ? 'css' : null;

export class ProblemList {
  private readonly parts: ProblemListParts;

  constructor(parts: ProblemListParts) {
    this.parts = parts;
  }

  show(diagnostics: readonly Diagnostic[]): void {
    const groups = HEADINGS.map(([severity, one, many]) => {
      const members = inReadingOrder(diagnostics.filter((diagnostic) => diagnostic.severity === severity));
      return { severity, members, words: `${members.length} ${members.length === 1 ? one : many}` };
    }).filter(({ members }) => members.length > 0);
    byId('problem-count').textContent =
      groups.length === 0 ? 'No problems' : groups.map(({ words }) => words).join(', ');
    byId('diagnostics').replaceChildren(
      ...groups.flatMap(({ members }) => members.slice(0, MOST_LISTED).map((one) => this.item(one))),
    );
  }

  private item(diagnostic: Diagnostic): HTMLLIElement {
    const { code, severity, message, source, line, column, count, fix } = diagnostic;
    const item = document.createElement('li');
    item.className = severity;
    const words = `${severity}: ${message}${count > 1 ? ` (${count} times)` : ''} `;
    const text = textOfProblem(diagnostic);
    if (line !== null) {
      const place = `${text === 'html' ? '' : `${source}, `}line ${line}, column ${column}`;
      item.append(text === null ? place : button(place, () => this.parts.go(text, { line, column: column ?? 1 })), ' ');
    }
    item.append(words);
    if (fix !== undefined && line !== null && text !== null)
      item.append(
        button(`Change to ${fix.by}`, () => this.parts.fix(text, diagnostic)),
        ' ',
      );
    item.append(whatItMeans(code));
    return item;
  }
}

/** Sorts by position. Diagnostics without a position come last. */
function inReadingOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ line, source }: Diagnostic): number => (line === null ? 2 : isInDocument(source) ? 0 : 1);
  return [...diagnostics].sort(
    (a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Returns a link to the guide on a diagnostic. */
function whatItMeans(code: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'code';
  link.href = `guides/diagnostics.html#${code.replaceAll('/', '')}`;
  link.target = '_blank';
  link.textContent = code;
  return link;
}
