import type { Vector } from '../query/wanted.ts';

/** The length of a vector. */
export function lengthOf(vector: Vector): number {
  let sum = 0;
  for (const part of vector) sum += part * part;
  return Math.sqrt(sum);
}

/** Adds a vector times a factor to a sum of the same length. */
export function addTo(sum: Float64Array, vector: Vector, factor: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + factor * (vector[at] ?? 0);
}
