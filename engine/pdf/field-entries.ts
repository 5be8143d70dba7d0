/** Builds the dictionary entries of form fields (ISO 32000-1 §12.7.4). */
import type { FieldContent, FormField } from '../semantics/form-fields.ts';
import { type PdfDictionary, type PdfValue, textString } from './pdf-values.ts';

/** Field flags, and the submit-form action flag `SubmitAsForm` (tables 221, 226, 228, 230 and 237). */
export const FieldFlag = {
  ReadOnly: 1,
  Required: 1 << 1,
  NoExport: 1 << 2,
  Multiline: 1 << 12,
  Password: 1 << 13,
  NoToggleToOff: 1 << 14,
  Radio: 1 << 15,
  Pushbutton: 1 << 16,
  Combo: 1 << 17,
  Edit: 1 << 18,
  MultiSelect: 1 << 21,
  SubmitAsForm: 1 << 2,
} as const;

const OFF = 'Off';
/** ZapfDingbats characters that mark checked controls. */
export const MARKS = { checkbox: '4', radio: 'l' } as const;

/** The names of the buttons' on states, and their values where the names differ from them. */
interface States {
  readonly names: readonly string[];
  readonly values: readonly string[] | null;
}

/** Returns the values as state names if they are valid and distinct PDF names, else numbers. */
export function stateNames(group: readonly FormField[]): States {
  const values = group.map(({ content }) => ('isChecked' in content ? content.value : ''));
  const areNames = values.every((value) => /^[\w-]{1,100}$/.test(value) && value !== OFF);
  if (areNames && new Set(values).size === values.length) return { names: values, values: null };
  return { names: values.map((_, i) => String(i)), values };
}

/** Returns all entries except the name. `group` holds the fields that share a name; `field` is the first of them. */
export function fieldEntries(field: FormField, group: readonly FormField[], states: States): PdfDictionary {
  const { content } = field;
  const label = content.type === 'radio' && content.group !== '' ? content.group : field.label;
  const flags =
    (group.every(({ isReadOnly }) => isReadOnly) ? FieldFlag.ReadOnly : 0) |
    (group.some(({ isRequired }) => isRequired) ? FieldFlag.Required : 0) |
    (group.every(({ isSent }) => !isSent) ? FieldFlag.NoExport : 0);
  const { Ff = 0, ...entries } = contentEntries(content, group, states);
  return { TU: textString(label), ...entries, Ff: flags | (Ff as number) };
}

function contentEntries(content: FieldContent, group: readonly FormField[], states: States): PdfDictionary {
  switch (content.type) {
    case 'text':
      if (content.suggestions.length > 0) return suggestingEntries(content);
      return {
        FT: 'Tx',
        Ff: (content.lines === 'many' ? FieldFlag.Multiline : 0) | (content.isSecret ? FieldFlag.Password : 0),
        ...(content.maxLength === null ? {} : { MaxLen: content.maxLength }),
        ...valued(content.value === '' ? undefined : textString(content.value)),
      };
    case 'checkbox':
    case 'radio': {
      const on = group.findIndex((field) => 'isChecked' in field.content && field.content.isChecked);
      return {
        FT: 'Btn',
        Ff: content.type === 'radio' ? FieldFlag.Radio | FieldFlag.NoToggleToOff : 0,
        ...(content.type === 'checkbox' ? { MK: { CA: textString(MARKS.checkbox) } } : {}),
        ...valued(on < 0 ? OFF : states.names[on]),
        ...(states.values === null ? {} : { Opt: states.values.map(textString) }),
      };
    }
    case 'choice':
      return choiceEntries(content);
    case 'button':
      return { FT: 'Btn', Ff: FieldFlag.Pushbutton, MK: { CA: textString(content.caption) } };
    case 'signature':
      return { FT: 'Sig' };
  }
}

/** Returns the entries of a drop-down list in which other values can be typed. It has no maximum length. */
function suggestingEntries({ value, suggestions }: FieldContent & { readonly type: 'text' }): PdfDictionary {
  return {
    FT: 'Ch',
    Ff: FieldFlag.Combo | FieldFlag.Edit,
    Opt: suggestions.map(textString),
    ...valued(value === '' ? undefined : textString(value)),
  };
}

function choiceEntries({ isList, isMultiple, options }: FieldContent & { readonly type: 'choice' }): PdfDictionary {
  const chosen = options.flatMap(({ isSelected }, i) => (isSelected ? [i] : []));
  const values = chosen.map((i) => textString(options[i]!.value));
  const value = values.length > 1 ? values : values[0];
  return {
    FT: 'Ch',
    Ff: (isList ? 0 : FieldFlag.Combo) | (isMultiple ? FieldFlag.MultiSelect : 0),
    Opt: options.map((option) => [textString(option.value), textString(option.label)]),
    ...valued(value),
    ...(isMultiple && chosen.length > 0 ? { I: chosen } : {}),
  };
}

/** Returns the value entry and the equal default value that a form reset restores. */
const valued = (value: PdfValue | undefined): PdfDictionary => (value === undefined ? {} : { V: value, DV: value });
