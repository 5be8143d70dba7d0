/** The `steps` of a request: changes to the PDF, in order. Names and types are checked here, values by the engine. */
import { z } from 'zod';
import type { FieldError } from '../refusal.ts';
import { filesOfSteps, type PdfStep } from '../rendering/steps.ts';
import type { Files, SubmittedOptions } from '../rendering/submitted-document.ts';
import { missingFile } from './missing-file.ts';
import { encryptionSchema, fileName, signatureSchema } from './render-options.ts';

const MOST_STEPS = 20;
const MOST_FILES = 100;
const KINDS = ['merge', 'stamp', 'impose', 'encrypt', 'sign'] as const;

const pages = z
  .string()
  .optional()
  .meta({ examples: ['1-3, 5, 8-'] });
const mergedFiles = z
  .array(
    z.union([fileName, z.strictObject({ file: fileName, pages })], {
      error: 'must be a file name, or an object with file and pages',
    }),
  )
  .max(MOST_FILES)
  .optional();

const stepSchema = z
  .strictObject({
    merge: z
      .strictObject({
        before: mergedFiles,
        after: mergedFiles,
        title: z.string().optional(),
        bookmarks: z.boolean().optional().meta({ description: 'Adds an outline entry for each file.' }),
      })
      .optional()
      .meta({ description: 'Joins PDFs with the document.' }),
    stamp: z
      .strictObject({
        file: fileName,
        pages,
        under: z.boolean().optional().meta({ description: 'Draws below the content, as for a letterhead.' }),
        fit: z.enum(['contain', 'fill', 'none']).optional(),
        repeat: z.enum(['last', 'all', 'none']).optional(),
      })
      .optional()
      .meta({ description: 'Draws the pages of a PDF over or under those of the document.' }),
    impose: z
      .strictObject({
        layout: z
          .string()
          .optional()
          .meta({ examples: ['booklet', '2x2'] }),
        sheet: z
          .string()
          .optional()
          .meta({ examples: ['A4 landscape'] }),
        gap: z.number().optional().meta({ description: 'In points.' }),
        direction: z.enum(['ltr', 'rtl']).optional(),
      })
      .optional()
      .meta({ description: 'Places several pages on each sheet.' }),
    encrypt: encryptionSchema.optional(),
    sign: signatureSchema.optional(),
  })
  .refine((step) => KINDS.filter((kind) => step[kind] !== undefined).length === 1, {
    params: { code: 'value' },
    message: `must have one of ${KINDS.join(', ')}`,
  });

export const stepsSchema = z
  .array(stepSchema)
  .max(MOST_STEPS)
  .refine((steps) => !steps.slice(0, -1).some(({ encrypt, sign }) => encrypt !== undefined || sign !== undefined), {
    params: { code: 'value' },
    message: 'encrypt or sign must be the last step',
  })
  .meta({
    description: 'Steps that change the PDF, in order. They can use files of the request and assets.',
    examples: [[{ merge: { after: ['terms.pdf'] } }, { stamp: { file: 'letterhead.pdf', under: true } }]],
  });

/** Returns errors of options that have to be steps, or that exclude each other. */
export function lastStepErrors(options: SubmittedOptions | undefined, steps: readonly PdfStep[]): FieldError[] {
  const { encryption, signature } = options ?? {};
  const wrong = (name: 'encryption' | 'signature', message: string): FieldError => ({
    field: `options.${name}`,
    code: 'value',
    message,
  });
  if (steps.length > 0)
    return [
      ...(encryption === undefined ? [] : [wrong('encryption', 'is not allowed with steps. Use the step encrypt')]),
      ...(signature === undefined ? [] : [wrong('signature', 'is not allowed with steps. Use the step sign')]),
    ];
  return encryption === undefined || signature === undefined
    ? []
    : [wrong('signature', 'is not allowed with encryption: encrypted files are not signed')];
}

/** Returns an error for each file that the request doesn't have. */
export const missingStepFiles = (steps: readonly PdfStep[], files: Files): FieldError[] =>
  filesOfSteps(steps).flatMap(([path, name]) => missingFile(path, name, files));
