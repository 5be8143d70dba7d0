/** `--data`: fills a document that is a Liquid template with one record of data. */
import { BatchTemplate } from './batch-template.ts';
import { jsonMistake } from './json-mistake.ts';
import type { FilledTemplate } from '../rendering/templates.ts';
import { UsageError } from './report.ts';

/**
 * Returns the document with the data in it. `name`: the template's file, for messages and partial templates. `limitMs`:
 * time limit.
 * @throws UsageError if the data isn't a JSON object, or with the position of a mistake in the template
 */
export async function fillDocument(
  name: string,
  template: Uint8Array,
  dataName: string,
  data: Uint8Array,
  limitMs: number,
): Promise<FilledTemplate> {
  const values = recordIn(dataName, new TextDecoder().decode(data));
  try {
    return await new BatchTemplate(name, new TextDecoder().decode(template)).fillIn(values, limitMs);
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n');
    throw new UsageError(message);
  }
}

function recordIn(name: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not valid JSON: ${jsonMistake(text)}`);
  }
  if (Array.isArray(value))
    throw new UsageError(`${name} contains a list. For one PDF per record, use \`pagewright batch\``);
  if (typeof value !== 'object' || value === null) throw new UsageError(`${name} must contain a JSON object`);
  return value;
}
