import type * as english from '../en/operations.ts';
import { counted } from '../formats.ts';

export const operationsText: typeof english.operationsText = (count) =>
  counted(count, ['Operation', 'Operationen']);
