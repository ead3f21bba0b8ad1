import { type FieldCode, fieldCodes, fieldProblem } from '../domain/field-problem.ts';

/** Facts without which a sentence would not read well as an example. */
const facts: Partial<Record<FieldCode, { value?: unknown; expected?: string; max?: number }>> = {
  required: { expected: 'string' },
  wrong_type: { value: 5, expected: 'string' },
  text_hidden_character: { value: '\u202e' },
  text_too_long: { max: 255 },
  query_too_long: { max: 500 },
  too_many_values: { max: 50 },
  too_many_problems: { max: 7 },
};

/** Every code that an entry of `errors` can have, with the sentence it comes with for a value called `value`. */
export const explainedFieldCodes: readonly { readonly code: FieldCode; readonly sentence: string }[] =
  fieldCodes.map((code) => ({
    code,
    sentence: fieldProblem(code, ['value'], { value: '…', expected: '…', family: 'eip155', ...facts[code] })
      .detail,
  }));
