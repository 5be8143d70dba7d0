import { proof, type ProofCheck, type ProofFinding, type ProofLimits } from '../../engine/index.ts';
import { writeErr, writeOut } from '../terminal.ts';
import { type DocumentArguments, documentOptions, inputName, number, readDocument } from './input.ts';
import type { Placing } from '../rendering/templates.ts';
import { inPlace, pageCount, placedLine, reportFailure, Status } from './report.ts';

export interface ProofArguments extends DocumentArguments {
  readonly hairline?: string;
  readonly resolution?: string;
  readonly ink?: string;
  readonly contrast?: string;
  readonly bleed?: string;
  readonly safety?: string;
  readonly skip: readonly ProofCheck[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `pagewright proof`: prints the problems of a document in print, and returns the exit status. */
export async function proofCommand(input: string, given: ProofArguments): Promise<number> {
  let place: Placing | undefined;
  try {
    const { html, placed } = await readDocument(input, given);
    place = placed;
    const { pages, findings: found, omitted } = await proof(html, await documentOptions(input, given), limitsOf(given));
    const findings = placed?.(found) ?? found;
    if (given.json) writeOut(`${JSON.stringify({ pages, findings, omitted }, null, 2)}\n`);
    else for (const finding of findings) writeOut(`${lineOf(inputName(input), finding)}\n`);
    if (!given.json && !given.quiet) {
      const problems = findings.length === 1 ? '1 problem' : `${findings.length} problems`;
      const more = omitted === 0 ? '' : `, and ${omitted} more that are not listed`;
      writeErr(`${pageCount(pages)}, ${findings.length === 0 ? 'no problems' : problems}${more}\n`);
    }
    return findings.length === 0 ? Status.Done : Status.Failed;
  } catch (error) {
    return reportFailure(inPlace(error, place), given.json ? writeOut : null);
  }
}

/** @throws UsageError for limits that aren't numbers */
function limitsOf({ hairline, resolution, ink, contrast, bleed, safety, skip }: ProofArguments): ProofLimits {
  const limits = {
    hairline: number('--hairline', hairline),
    resolution: number('--resolution', resolution),
    ink: number('--ink', ink),
    contrast: number('--contrast', contrast),
    bleed: number('--bleed', bleed),
    safety: number('--safety', safety),
  };
  return { ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)), skip };
}

const MM_PER_PX = 25.4 / 96;

/** Formats a finding: `flyer.html:12:3: page 1, 20 x 31 mm: A line is 0.1 pt thick. [hairline]` */
function lineOf(name: string, { check, message, page, place, line, column, count }: ProofFinding): string {
  const mm = (px: number): number => Math.round(px * MM_PER_PX);
  const at = place === null ? '' : `, ${mm(place.x)} x ${mm(place.y)} mm`;
  const where = page === null ? '' : `page ${page}${at}: `;
  return placedLine(
    name,
    { source: null, line, column },
    `${where}${message} [${check}]${count > 1 ? ` (x${count})` : ''}`,
  );
}
