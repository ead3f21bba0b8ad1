import { describe, expect, it } from 'vitest';
import { SqlChallenges } from '../../../../src/adapters/state/challenges.ts';
import type { Signer } from '../../../../src/domain/signer.ts';
import { makeChallenge } from '../../../../src/registration/sign-in.ts';
import { aState, aStateDatabase } from '../../../support/state-database.ts';

const now = new Date('2026-02-03T04:05:06.789Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const minutesMs = 60_000;

const evm: Signer = {
  family: 'eip155',
  chain: '8453',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};
const solana: Signer = {
  family: 'solana',
  chain: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
};
const aChallenge = (at = now, signer = evm) => makeChallenge(signer, 'https://catalog.example.com', at);

describe('SqlChallenges', () => {
  it.each([evm, solana])('gives a challenge back as it was opened, once: $family', async (signer) => {
    const challenges = new SqlChallenges(await aStateDatabase());
    const challenge = aChallenge(now, signer);

    expect(await challenges.open(challenge, now)).toBe(true);
    expect(await challenges.take(challenge.nonce)).toEqual(challenge);
    expect(await challenges.take(challenge.nonce)).toBeUndefined();
  });

  it('gives it to one of many who ask at once, over several connections', async () => {
    const open = await aState();
    const [one, other] = [new SqlChallenges(await open()), new SqlChallenges(await open())];
    const challenge = aChallenge();
    await one.open(challenge, now);
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).take(challenge.nonce)),
    );

    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it('knows no challenge by another nonce', async () => {
    const challenges = new SqlChallenges(await aStateDatabase());
    await challenges.open(aChallenge(), now);

    expect(await challenges.take(aChallenge().nonce)).toBeUndefined();
  });

  it('refuses more than it may hold, until some are taken or expire', async () => {
    const challenges = new SqlChallenges(await aStateDatabase(), { maxOpen: 2 });
    const [first, second, third] = [aChallenge(), aChallenge(), aChallenge()];
    await challenges.open(first, now);
    await challenges.open(second, now);

    expect(await challenges.open(third, now)).toBe(false);
    await challenges.take(first.nonce);
    expect(await challenges.open(third, now)).toBe(true);
    expect(await challenges.open(aChallenge(), later(5 * minutesMs - 1))).toBe(false);
    expect(await challenges.open(aChallenge(), later(5 * minutesMs))).toBe(true);
  });

  it('forgets the expired when a new one comes', async () => {
    const database = await aStateDatabase();
    const challenges = new SqlChallenges(database);
    for (let i = 0; i < 5; i += 1) {
      await challenges.open(aChallenge(later(i * minutesMs)), later(i * minutesMs));
    }
    await challenges.open(aChallenge(later(7 * minutesMs)), later(7 * minutesMs));

    expect(await database.get('SELECT count(*) AS open FROM challenge')).toEqual({ open: 3 });
  });
});
