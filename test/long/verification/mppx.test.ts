import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRails } from '../../../src/verification/rails/rails.ts';
import { clientPackages } from '../../support/bazaar-clients.ts';
import { installPackages } from '../../support/own-packages.ts';
import { aCharge, base64url, l402Header, paymentHeader } from '../../fixtures/rail-challenges.ts';

const isInstalled = await installPackages(clientPackages);

const Read = z.array(
  z.looseObject({
    method: z.string(),
    intent: z.string(),
    request: z.looseObject({ amount: z.string(), currency: z.string() }),
  }),
);

interface Mppx {
  readonly Challenge: { readonly deserializeList: (header: string) => unknown };
}

/** The challenges that the client of MPP reads; undefined where it throws. */
async function readByMppx(header: string): Promise<unknown[] | undefined> {
  const { resolve } = createRequire(join(clientPackages, 'package.json'));
  const { Challenge } = (await import(pathToFileURL(resolve('mppx')).href)) as Mppx;

  try {
    return Read.parse(Challenge.deserializeList(header)).map(({ method, intent, request }) => ({
      ...{ method, intent, amount: request.amount, currency: request.currency },
    }));
  } catch {
    return undefined;
  }
}

function readHere(header: string): unknown[] {
  const { rails } = readRails({ headers: { 'www-authenticate': header } });

  return rails
    .filter(({ rail }) => rail === 'mpp')
    .map(({ method, intent, amountAtomic: amount, asset: currency }) => ({
      ...{ method, intent, amount, currency },
    }));
}

const byCard = paymentHeader({ amount: '5', currency: 'usd' }, { method: 'stripe' });
const aSession = paymentHeader({ amount: '7', currency: 'usd' }, { intent: 'session' });
const later = { expires: '2026-11-22T00:00:00Z', description: 'One, \\"call\\"' };
const unquoted = `Payment id=c1, realm=r, method=tempo, intent=charge, request=${base64url(aCharge)}`;

describe.skipIf(!isInstalled)('the client of MPP reads what is read here', () => {
  it.each([
    ['one challenge', paymentHeader()],
    ['a scheme in small letters', paymentHeader().replace('Payment', 'payment')],
    ['two methods', `${paymentHeader()}, ${byCard}`],
    ['two intents', `${paymentHeader()}, ${aSession}`],
    [
      'neighbours and a decoy in quotes',
      `Basic realm="a, Payment id=\\"x\\"", ${l402Header()}, ${paymentHeader()}`,
    ],
    ['a neighbour with one value', `Negotiate YII+/==, ${paymentHeader()}`],
    ['further parameters', paymentHeader(aCharge, later)],
    ['no quotes', unquoted],
    ['padding', paymentHeader(`${Buffer.from('{"amount":"1","currency":"u"}').toString('base64url')}=`)],
  ])('of %s', async (_, header) => {
    expect(readHere(header)).toEqual(await readByMppx(header));
    expect(readHere(header)).not.toEqual([]);
  });

  it.each([
    ['no id', paymentHeader(aCharge, { id: undefined })],
    ['an empty id', paymentHeader(aCharge, { id: '' })],
    ['no realm', paymentHeader(aCharge, { realm: undefined })],
    ['a parameter twice', `${paymentHeader()}, id="c2"`],
    ['a method in capitals', paymentHeader(aCharge, { method: 'Tempo' })],
    ['a request that is no JSON', paymentHeader('YQ')],
    ['no challenge of MPP', l402Header()],
  ])('and refuses what is refused here: %s', async (_, header) => {
    expect(await readByMppx(header)).toBeUndefined();
    expect(readHere(header)).toEqual([]);
  });
});
