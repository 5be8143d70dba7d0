/** The form fields of a file (ISO 32000-1 §12.7), reduced to the pages that are kept. */
import type { Budget } from '../budget.ts';
import type { ObjectCopier } from '../pdf-source/object-copier.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import { type RawDictionary, readDictionary, referenceOf, SyntaxProblem, textOf } from '../pdf-source/pdf-syntax.ts';
import { arrayOf } from './trees.ts';

const MAX_FIELDS = 200_000;

export interface FormParts {
  readonly form: RawDictionary;
  /** The top-level fields that stay. */
  readonly fields: readonly { readonly id: number; readonly name: string }[];
  readonly hasSignatures: boolean;
  readonly hasXfa: boolean;
}

interface Field {
  readonly id: number;
  readonly parent: Field | null;
  readonly isSignature: boolean;
  isKept: boolean;
}

/**
 * Returns null if the file has no form. Fields without a widget on a kept page are omitted from copies, unless all pages
 * are kept. @throws SyntaxProblem if there are too many
 */
export function formOf(
  reader: PdfReader,
  copier: ObjectCopier,
  budget: Budget,
  keepsAllPages: boolean,
): FormParts | null {
  const value = reader.resolve(reader.dictionary(reader.trailer.get('Root')).get('AcroForm'));
  if (!value.startsWith('<<')) return null;
  const form = readDictionary(value);
  const fields = new Map<number, Field>();
  const names = new Map<Field, string>();
  const stack = arrayOf(reader, form.get('Fields'))
    .toReversed()
    .map((kid): [string, Field | null] => [kid, null]);
  while (stack.length > 0) {
    budget.tick();
    const [reference, parent] = stack.pop()!;
    const id = referenceOf(reference);
    // A field may be listed twice, or be its own ancestor.
    if (id === null || fields.has(id)) continue;
    const text = reader.resolve(reference);
    if (!text.startsWith('<<')) continue;
    if (fields.size > MAX_FIELDS) throw new SyntaxProblem(`it has more than ${MAX_FIELDS} form fields`);
    const entries = readDictionary(text);
    const kids = entries.has('Kids') ? arrayOf(reader, entries.get('Kids')) : [];
    const isSignature = entries.get('FT') === '/Sig' && entries.has('V');
    const field: Field = { id, parent, isSignature, isKept: kids.length === 0 && !copier.omits(id) };
    fields.set(id, field);
    if (parent === null) names.set(field, entries.has('T') ? textOf(reader.resolve(entries.get('T'))) : '');
    for (const kid of kids.toReversed()) stack.push([kid, field]);
  }
  for (const field of [...fields.values()].reverse())
    if (field.isKept && field.parent !== null) field.parent.isKept = true;
  if (!keepsAllPages) for (const { id, isKept } of fields.values()) if (!isKept) copier.replace(id, null);
  return {
    form,
    fields: [...names].filter(([{ isKept }]) => isKept || keepsAllPages).map(([{ id }, name]) => ({ id, name })),
    hasSignatures: [...fields.values()].some(({ isSignature }) => isSignature),
    hasXfa: form.has('XFA'),
  };
}
