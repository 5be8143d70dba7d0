/** Proofs a document for print: finds content that printers reject or that people can't read. */
import type { Mutable } from '../mutable.ts';
import type { Budget } from '../budget.ts';
import type { DiagnosticCode } from '../diagnostic-codes.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { LaidOutBox, LaidOutPage, Rectangle } from '../document-layout.ts';
import { withTypedErrors } from '../error-edge.ts';
import { optionError } from '../errors.ts';
import { parseProfile } from '../profile.ts';
import { boundsThrough, type Matrix } from '../layout/fragments/transform.ts';
import { invert, multiply } from '../paint/matrix.ts';
import type { PaintServices } from '../paint/paint-context.ts';
import { placeOf } from '../paint/paper.ts';
import type { Rect as Bounds } from '../paint/rects.ts';
import type { Page } from '../pages/page.ts';
import type { ProofCheck, ProofFinding, ProofLimits, ProofReport } from '../proof-report.ts';
import { layoutDocument, paintDocument } from '../render.ts';
import type { DocumentGiven, RenderOptions } from '../render-options.ts';
import { describePages } from './describe-layout.ts';
import { ProofOutput, RGB_BLACK } from './proof-output.ts';

/** Diagnostics that are problems in print. */
const OF_DIAGNOSTICS: Partial<Readonly<Record<DiagnosticCode, ProofCheck>>> = {
  'layout/clipped-text': 'clipped-text',
  'layout/covered-text': 'clipped-text',
  'page/outside': 'clipped-text',
  'page/too-tall': 'clipped-text',
  'page/too-wide': 'clipped-text',
  'font/missing-glyph': 'missing-glyph',
  'image/broken': 'missing-image',
  'image/broken-url': 'missing-image',
  'image/unknown-format': 'missing-image',
  'document/missing-resource': 'missing-image',
};

/** Exceeds the number of findings that anyone reads at once. */
const MAX_FINDINGS = 1000;
/** Edges of boxes and of what they paint are equal within this many px. */
const NEAR = 1;

/**
 * Lays out a document, checks everything that its pages paint, and returns the problems.
 * @throws RenderError like `render`, and `invalid_options` for limits that aren't numbers.
 */
export function proof(
  html: DocumentGiven,
  options: RenderOptions = {},
  limits: ProofLimits = {},
): Promise<ProofReport> {
  return withTypedErrors(options, async (followed) => {
    for (const [name, limit] of Object.entries(limits))
      if (name !== 'skip' && limit !== undefined && !(typeof limit === 'number' && limit >= 0 && limit < Infinity))
        throw optionError(name, 'must be a number that is not negative');
    const laidOut = await layoutDocument(html, followed);
    const { pages, budget, diagnostics, paper } = laidOut;
    const described = describePages(laidOut);
    const findings = new Findings(new Set(limits.skip), budget);
    const output = new ProofOutput(limits, budget, (check, message, at) => {
      const place = at && { page: pages[at.page]!, described: described[at.page]!, bounds: at.bounds, paper };
      findings.add(check, message, place);
    });
    paintDocument(laidOut, output);
    for (const diagnostic of diagnostics.list()) findings.addDiagnostic(diagnostic);
    const mixesBlack = output.usesInks && !convertsColors(followed);
    return { pages: pages.length, findings: findings.list(mixesBlack), omitted: findings.omitted };
  });
}

/** Whether the output intent converts black to black ink alone. */
const convertsColors = ({ outputIntent, profile = '' }: RenderOptions): boolean =>
  outputIntent?.convert !== undefined || parseProfile(profile)?.print === 1;

interface Place {
  readonly page: Page;
  readonly described: LaidOutPage;
  readonly bounds: Bounds;
  readonly paper: PaintServices['paper'];
}

class Findings {
  private readonly skipped: ReadonlySet<ProofCheck>;
  private readonly found = new Map<string, Mutable<ProofFinding>>();
  private readonly budget: Budget;
  /** The number of problems beyond the maximum that is kept. */
  omitted = 0;

  constructor(skipped: ReadonlySet<ProofCheck>, budget: Budget) {
    this.skipped = skipped;
    this.budget = budget;
  }

  add(check: ProofCheck, message: string, at: Place | null): void {
    if (this.skipped.has(check)) return;
    if (at === null)
      return this.keep({ check, message, page: null, place: null, element: null, line: null, column: null, count: 1 });
    const place = boundsThrough(at.bounds, ontoPage(at.page, at.paper));
    const box = boxAround(at.described.boxes, place, this.budget);
    const { selector = null, line = null, column = null } = box ?? {};
    const rounded = Object.fromEntries(Object.entries(place).map(([side, px]) => [side, Math.round(px * 100) / 100]));
    const page = at.page.index + 1;
    this.keep({
      check,
      message,
      page,
      place: rounded as unknown as Rectangle,
      element: selector,
      line,
      column,
      count: 1,
    });
  }

  addDiagnostic({ code, message, line, column, count }: Diagnostic): void {
    const check = OF_DIAGNOSTICS[code];
    if (check === undefined || this.skipped.has(check)) return;
    this.keep({ check, message, page: null, place: null, element: null, line, column, count });
  }

  private keep(finding: ProofFinding): void {
    const { check, message, element, line, column } = finding;
    // One element may have many lines of text with the same problem.
    const key = JSON.stringify([check, element === null ? message : '', element, line, column]);
    const before = this.found.get(key);
    if (before !== undefined) before.count += finding.count;
    else if (this.found.size < MAX_FINDINGS) this.found.set(key, finding);
    else this.omitted += finding.count;
  }

  list(usesInks: boolean): readonly ProofFinding[] {
    const all = [...this.found.values()].filter(({ message }) => usesInks || message !== RGB_BLACK);
    return all.toSorted((a, b) => (a.page ?? Infinity) - (b.page ?? Infinity) || 0);
  }
}

/** Returns the matrix from the sheet to the page, before it was rotated. */
function ontoPage(page: Page, paper: PaintServices['paper']): Matrix {
  const { orientation, width, height } = page;
  const { matrix } = placeOf(page, paper);
  const turn: Matrix =
    orientation === 'rotate-right'
      ? [0, 1, -1, 0, height, 0]
      : orientation === 'rotate-left'
        ? [0, -1, 1, 0, 0, width]
        : IDENTITY;
  return invert(multiply(turn, matrix)) ?? IDENTITY;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Returns the box that painted something: the innermost one with the same edges, or else the smallest one around its
 * middle.
 */
function boxAround(boxes: readonly LaidOutBox[], place: Bounds, budget: Budget): LaidOutBox | null {
  const x = place.x + place.width / 2;
  const y = place.y + place.height / 2;
  let same: LaidOutBox | null = null;
  let smallest: LaidOutBox | null = null;
  for (const box of boxes) {
    budget.tick();
    if (isSame(box, place)) same = box;
    if (x < box.x - NEAR || x > box.x + box.width + NEAR || y < box.y - NEAR || y > box.y + box.height + NEAR) continue;
    if (smallest === null || box.width * box.height <= smallest.width * smallest.height) smallest = box;
  }
  return same ?? smallest;
}

const isSame = (a: Rectangle, b: Bounds): boolean =>
  Math.abs(a.x - b.x) < NEAR &&
  Math.abs(a.y - b.y) < NEAR &&
  Math.abs(a.width - b.width) < NEAR &&
  Math.abs(a.height - b.height) < NEAR;
