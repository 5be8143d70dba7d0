import { inspect, type InspectStage } from '../../engine/debug/inspect.ts';
import { type DocumentArguments, documentOptions, readDocument } from './input.ts';
import { reportFailure } from './render.ts';

export interface InspectArguments extends DocumentArguments {
  readonly stage: InspectStage;
  readonly select?: string;
}

/** `pagewright inspect`: prints a tree; the exit status. */
export async function inspectCommand(input: string, given: InspectArguments): Promise<number> {
  try {
    const html = await readDocument(input);
    process.stdout.write(`${await inspect(html, given.stage, given.select ?? null, await documentOptions(given))}\n`);
    return 0;
  } catch (error) {
    return reportFailure(error, null);
  }
}
