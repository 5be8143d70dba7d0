import { suggestion } from '../../engine/option-names.ts';
import type { FieldError } from '../refusal.ts';
import type { Files } from '../rendering/submitted-document.ts';

/** Returns the error of a field with the name of a file, unless the request has the file. */
export const missingFile = (field: string, name: string, files: Files): FieldError[] =>
  files.has(name)
    ? []
    : [
        {
          field,
          code: 'value',
          message: `the request has no file ${JSON.stringify(name.slice(0, 100))}${suggestion(name, [...files.keys()])}`,
        },
      ];
