import { inspect, inspectJson, type InspectStage, whyHere, whyHereText } from '../../engine/debug/inspect.ts';
import type { DocumentLayout } from '../../engine/index.ts';
import { type DocumentArguments, documentOptions, readDocument } from './input.ts';
import type { Placing } from '../rendering/templates.ts';
import { reportFailure, Status, UsageError } from './report.ts';
import { writeErr, writeOut } from '../terminal.ts';

export interface InspectArguments extends DocumentArguments {
  readonly stage: InspectStage;
  readonly select?: string;
  /** A selector of the element whose page is explained. */
  readonly why?: string;
  readonly json?: boolean;
}

/** Stages whose output can be filtered with `--select`. */
const SELECTABLE: ReadonlySet<InspectStage> = new Set(['boxes', 'fragments', 'style']);

/** `pagewright inspect`: prints a tree and returns the exit status. */
export async function inspectCommand(input: string, given: InspectArguments): Promise<number> {
  const { stage, select = null, why, json } = given;
  try {
    if (why !== undefined) return await explainPage(input, why, given);
    if (select !== null && !SELECTABLE.has(stage))
      throw new UsageError(`--select can't be used with --stage ${stage}. Use ${[...SELECTABLE].join(', ')}`);
    if (json && stage !== 'fragments')
      throw new UsageError(`--json can't be used with --stage ${stage}. Use fragments`);
    const { html, placed } = await readDocument(input, given);
    const options = await documentOptions(input, given);
    const text = json
      ? inTemplate(await inspectJson(html, select, options), placed)
      : await inspect(html, stage, select, options);
    writeOut(`${text}\n`);
    if (select === null || shows(text, given)) return Status.Done;
    writeErr(`pagewright: no box matches ${select}\n`);
    return Status.Failed;
  } catch (error) {
    return reportFailure(error, null);
  }
}

/** Moves the positions of a layout in JSON to the template. */
function inTemplate(text: string, placed: Placing | undefined): string {
  if (placed === undefined) return text;
  const { pages, diagnostics } = JSON.parse(text) as DocumentLayout;
  const moved = pages.map((page) => ({ ...page, boxes: placed(page.boxes) }));
  return JSON.stringify({ pages: moved, diagnostics: placed(diagnostics) }, null, 2);
}

/** Prints why an element is on its page. */
async function explainPage(input: string, selector: string, given: InspectArguments): Promise<number> {
  if (given.select !== undefined) throw new UsageError("--why and --select can't be used together");
  const { html } = await readDocument(input, given);
  const found = await whyHere(html, selector, await documentOptions(input, given));
  if (found === null) {
    writeErr(`pagewright: no box matches ${selector}\n`);
    return Status.Failed;
  }
  writeOut(`${given.json ? JSON.stringify(found, null, 2) : whyHereText(found)}\n`);
  return Status.Done;
}

/** Returns whether a filtered tree has any matches. Pages are always listed. */
function shows(text: string, { stage, json }: InspectArguments): boolean {
  if (json) return (JSON.parse(text) as DocumentLayout).pages.some(({ boxes }) => boxes.length > 0);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.some((line) => stage !== 'fragments' || !line.startsWith('page '));
}
