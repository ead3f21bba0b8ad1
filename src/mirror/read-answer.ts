import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { printable, quoted } from '../domain/plain-text.ts';
import { readJson } from '../domain/strict-json.ts';
import { MirrorFault } from './mirror-fault.ts';

/** Reads a value of the catalog by its schema. `what` names it in the message, for example "line 3 of …". @throws {MirrorFault} */
function readValue<Value>(value: unknown, schema: z.core.$ZodType<Value>, what: string): Value {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;

  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${quoted(issue.path.map(String).join('.'))}` : '';
  throw invalid(
    what,
    `it is not of the expected form${place}: ${printable(issue?.message ?? 'unknown', 200)}`,
  );
}

/** Reads a JSON text of the catalog by its schema. @throws {MirrorFault} */
export function readText<Value>(bytes: Buffer, schema: z.core.$ZodType<Value>, what: string): Value {
  const json = readJson(textOf(bytes, what));
  if ('fault' in json) throw invalid(what, json.fault);

  return readValue(json.value, schema, what);
}

function textOf(bytes: Buffer, what: string): string {
  if (isUtf8(bytes)) return bytes.toString();

  throw invalid(what, 'it is not UTF-8');
}

export function invalid(what: string, fault: string): MirrorFault {
  return new MirrorFault(
    'answer_invalid',
    `${what} cannot be used: ${fault}; ask the operator of the catalog, or update this mirror if it is older than the catalog`,
  );
}
