import { expect, it } from 'vitest';
import { SqlSignedCheckpoints } from '../../../../src/adapters/state/signed-checkpoints.ts';
import type { SignedCheckpoint } from '../../../../src/live/ports.ts';
import { aState } from '../../../support/state-database.ts';

function checkpoint(size: number, past: string): SignedCheckpoint {
  return { size, root: Buffer.from(past), note: `${past} ${String(size)}` };
}

/** A log with this past, as far as it is signed. */
const of =
  (past: string) =>
  ({ root }: SignedCheckpoint): boolean =>
    root.toString() === past;

it('two servers never sign different pasts, whichever is first', async () => {
  const open = await aState();
  const [one, other] = [new SqlSignedCheckpoints(await open()), new SqlSignedCheckpoints(await open())];
  const stored = await Promise.all([
    one.remember('log', checkpoint(4, 'this'), of('this')),
    other.remember('log', checkpoint(5, 'that'), of('that')),
  ]);
  const past = String((await one.last('log'))?.root);

  expect(stored.every(({ root }) => String(root) === past)).toBe(true);
});

it('keeps the largest checkpoint of one past', async () => {
  const signed = new SqlSignedCheckpoints(await (await aState())());
  await signed.remember('log', checkpoint(4, 'this'), of('this'));

  expect(await signed.remember('log', checkpoint(3, 'this'), of('this'))).toMatchObject({ size: 4 });
  expect(await signed.remember('log', checkpoint(6, 'this'), of('this'))).toMatchObject({ size: 6 });
});
