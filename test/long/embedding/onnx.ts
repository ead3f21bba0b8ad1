/*
 * The little of the ONNX format, which is Protocol Buffers, that a table of words needs. Field numbers are those of onnx.proto3:
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3
 */

type Field = readonly [number: number, value: number | string | Uint8Array];

const irVersion = 8;
const opsetVersion = 13;
const float32 = 1;
const int64 = 7;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Uint8Array.from([...varint(number * 8), ...varint(value)]);

      const bytes = Buffer.from(value);
      return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
    }),
  );
}

/** Describes an input or an output; a dimension with a name may have any size. */
function described(name: string, type: number, ...shape: readonly (number | string)[]): Uint8Array {
  const dimensions = shape.map((size): Field => [1, message([typeof size === 'number' ? 1 : 2, size])]);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dimensions)])])]);
}

/** A model that looks up a row of `table` for every token: the smallest one with the inputs and outputs of a BERT. */
export function lookupModel(table: readonly (readonly number[])[]): Uint8Array {
  const width = table[0]?.length ?? 0;
  const numbers = new Uint8Array(Float32Array.from(table.flat()).buffer);
  const weights = message([1, table.length], [1, width], [2, float32], [8, 'table'], [9, numbers]);
  const lookup = message([1, 'table'], [1, 'input_ids'], [2, 'last_hidden_state'], [4, 'Gather']);
  const graph = message(
    [1, lookup],
    [2, 'lookup'],
    [5, weights],
    [11, described('input_ids', int64, 'texts', 'tokens')],
    [12, described('last_hidden_state', float32, 'texts', 'tokens', width)],
  );

  return message([1, irVersion], [7, graph], [8, message([2, opsetVersion])]);
}
