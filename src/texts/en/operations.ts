import { counted } from '../formats.ts';

/** How many operations of the API a filter leaves. */
export function operationsText(count: number): string {
  return counted(count, ['operation', 'operations']);
}
