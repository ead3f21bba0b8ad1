import { z } from 'zod';
import { columnOf } from './sql.ts';

/** Values as columns hold them. */
export const time = z.int().transform((ms) => new Date(ms));
export const flag = z.int().transform((number) => number === 1);
export const units = z.string().transform(BigInt);
export const bytes = z.instanceof(Uint8Array);
export const hex = z.instanceof(Buffer).transform((digits) => digits.toString('hex'));

/** A value that may be missing, where the column has null. */
export function optional<Value extends z.ZodType>(value: Value): z.ZodType<z.output<Value> | undefined> {
  return value.nullable().transform((found) => found ?? undefined);
}

/** JSON in a column of text. */
export function json<Value>(value: { parse(found: unknown): Value }): z.ZodType<Value> {
  return z.string().transform((text) => value.parse(JSON.parse(text)));
}

/** Reads rows: the column `created_at` becomes the member `createdAt`. Further columns do not matter. */
export function rowOf<Shape extends z.ZodRawShape>(
  shape: Shape,
): (row: unknown) => z.output<z.ZodObject<Shape>> {
  const schema = z.object(shape);
  const columns = Object.keys(shape).map((member) => [member, columnOf(member)] as const);

  return (row) => {
    const values = row as Readonly<Record<string, unknown>>;
    return schema.parse(Object.fromEntries(columns.map(([member, column]) => [member, values[column]])));
  };
}
