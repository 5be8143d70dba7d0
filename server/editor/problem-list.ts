/** The list of problems: grouped by severity, with places to jump to and fixes to apply. */
import type { Diagnostic, Severity } from 'pagewright/browser';
import { button, byId } from './dom.ts';
import type { SourcePlace } from './page-view.ts';
import { CSS_TAB, DATA_FILE, isInDocument } from './project.ts';

const MOST_LISTED = 100;

/** A text that problems can be about. */
export type ProblemText = 'html' | 'css' | 'data';

/** A diagnostic, or the reason why there are no pages, which has no code. */
export type Problem = Omit<Diagnostic, 'code'> & { readonly code: Diagnostic['code'] | null };

export interface ProblemListParts {
  /** Moves the cursor of a text. */
  readonly go: (text: ProblemText, place: SourcePlace) => void;
  /** Applies a diagnostic's fix. Called only if it has a fix and a position. */
  readonly fix: (text: ProblemText, problem: Problem) => void;
}

const HEADINGS: readonly (readonly [Severity, one: string, many: string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'note', 'notes'],
];

/** Returns the text that a problem is about, or null for one of another file. */
function textOfProblem({ source }: Problem): ProblemText | null {
  if (isInDocument(source)) return 'html';
  if (source === CSS_TAB) return 'css';
  return source === DATA_FILE ? 'data' : null;
}

export class ProblemList {
  private readonly parts: ProblemListParts;

  constructor(parts: ProblemListParts) {
    this.parts = parts;
  }

  show(problems: readonly Problem[]): void {
    const groups = HEADINGS.map(([severity, one, many]) => {
      const members = inReadingOrder(problems.filter((problem) => problem.severity === severity));
      return { severity, members, words: `${members.length} ${members.length === 1 ? one : many}` };
    }).filter(({ members }) => members.length > 0);
    byId('problem-count').textContent =
      groups.length === 0 ? 'No problems' : groups.map(({ words }) => words).join(', ');
    byId('diagnostics').replaceChildren(
      ...groups.flatMap(({ members }) => members.slice(0, MOST_LISTED).map((one) => this.item(one))),
    );
  }

  private item(problem: Problem): HTMLLIElement {
    const { code, severity, message, source, line, column, count, fix } = problem;
    const item = document.createElement('li');
    item.className = severity;
    const words = `${severity}: ${message}${count > 1 ? ` (${count} times)` : ''} `;
    const text = textOfProblem(problem);
    if (line !== null) {
      const place = `${text === 'html' ? '' : `${source}, `}line ${line}, column ${column}`;
      item.append(text === null ? place : button(place, () => this.parts.go(text, { line, column: column ?? 1 })), ' ');
    }
    item.append(words);
    if (fix !== undefined && line !== null && text !== null)
      item.append(
        button(`Change to ${fix.by}`, () => this.parts.fix(text, problem)),
        ' ',
      );
    if (code !== null) item.append(whatItMeans(code));
    return item;
  }
}

/** Sorts by position. Diagnostics without a position come last. */
function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  const place = ({ line, source }: Problem): number => (line === null ? 2 : isInDocument(source) ? 0 : 1);
  return [...problems].sort(
    (a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Returns a link to the guide on a diagnostic. */
function whatItMeans(code: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'meaning';
  link.href = `guides/diagnostics.html#${code.replaceAll('/', '')}`;
  link.target = '_blank';
  link.textContent = code;
  return link;
}
