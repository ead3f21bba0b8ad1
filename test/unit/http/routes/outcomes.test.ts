import { beforeEach, describe, expect, it } from 'vitest';
import { StatedOutcomes } from '../../../../src/live/stated-outcomes.ts';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { aTx } from '../../../fixtures/outcomes.ts';
import { anEntry } from '../../../fixtures/services.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import {
  addressOf,
  aStatedMarket,
  receiptFor,
  statedAbout,
  type StatedMarket,
} from '../../../support/stated-market.ts';

let market: StatedMarket;
let api: TestApi;

beforeEach(async () => {
  market = aStatedMarket(await aStateDatabase(), { ...statedAbout(), owner: 'acme' });
  const stated = new StatedOutcomes(market.outcomes);
  api = anApi({
    entries: [anEntry(market.service)],
    parts: { outcomes: { intake: market.intake, stated } },
  });
});

async function state(body: unknown, query = ''): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await request(api, `/api/services/${market.service.id}/outcomes${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a statement', () => {
  beforeEach(() => {
    market.pay(10);
  });

  it('is answered with what became of it', async () => {
    expect(await state({ ...(await market.signed(10)), network: 'base-sepolia' })).toEqual({
      status: 201,
      body: {
        id: expect.any(String) as string,
        ...{ class: 'payer', counted: true },
        settlement: {
          ...{ network: 'eip155:84532', tx: aTx(10), payer: addressOf(10) },
          ...{ amount: '0.001', currency: 'USDC', at: '2026-01-01T00:10:00.000Z' },
        },
      },
    });
  });

  it('is taken with its hash in upper case, whose signature is over lower case', async () => {
    const claim = await market.signed(10);

    expect(await state({ ...claim, tx: claim.tx.toUpperCase().replace('X', 'x') })).toMatchObject({
      status: 201,
    });
  });

  it('is answered with 202 and its id while it waits, and with 409 and that id afterwards', async () => {
    market.chain.final = 9;
    const waiting = await state(await market.signed(10));
    expect(waiting).toMatchObject({ status: 202, body: { waiting: 'finality' } });

    market.chain.final = 10;
    await state(await market.signed(10));
    expect(await state(await market.signed(10))).toMatchObject({
      status: 409,
      body: { code: 'outcome_exists', id: waiting.body['id'] },
    });
  });

  it('is replaced where that is asked for, and only then', async () => {
    await state(await market.signed(10));

    expect(await state(await market.signed(10, 'wrong'))).toMatchObject({ status: 409 });
    expect(await state(await market.signed(10, 'wrong'), '?replace=yes')).toMatchObject({ status: 400 });
    expect(await state(await market.signed(10, 'wrong'), '?replace=true')).toMatchObject({ status: 201 });
  });

  it.each([
    ['an unknown member', { comment: 'bad' }],
    ['an unknown outcome', { outcome: 'bad' }],
    ['an unknown network', { network: 'nowhere' }],
    ['a signature of Solana as its transaction', { tx: '5'.repeat(88) }],
    ['a hash that is too long', { tx: `${aTx(10)}0` }],
    ['a status that is none', { httpStatus: 99 }],
    ['a latency of more than a day', { latencyMs: 86_400_001 }],
    ['a digest in upper case', { requestHash: `sha256:${'A'.repeat(64)}` }],
    [
      'a receipt with an unknown member',
      { receipt: { ...{ format: 'eip712', payload: {}, signature: '' }, x: 1 } },
    ],
    ['a number as its signature', { signature: 1 }],
  ])('with %s is refused and never asks the chain', async (_, changes) => {
    expect(await state({ ...market.claim(10), ...changes })).toMatchObject({
      status: 422,
      body: { code: 'outcome_invalid' },
    });
    expect(market.chain.calls).toBe(0);
  });

  it('is read up to 8 KiB', async () => {
    const claim = await market.signed(10);
    const padded = (bytes: number): string => JSON.stringify(claim).padEnd(bytes, ' ');

    expect(await state(padded(8_193))).toMatchObject({ status: 413 });
    expect(await state(padded(8_192))).toMatchObject({ status: 201 });
    expect(await state('{')).toMatchObject({ status: 400 });
  });

  it.each([
    ['tx_not_found', () => market.signed(11)],
    ['signature_not_payers', () => market.signed(10, 'nothing', 11)],
    ['receipt_not_sellers', async () => ({ ...market.claim(10), receipt: await receiptFor(10, 10, 2) })],
  ] as const)('is refused with %s', async (code, claim) => {
    expect(await state(await claim())).toMatchObject({ status: 422, body: { code } });
  });

  it('may be sent 30 times a minute by one client', async () => {
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push((await state({})).status);

    expect(answers.slice(0, 30).every((status) => status === 422)).toBe(true);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('a reply', () => {
  const refundTx = `0x${'ab'.repeat(32)}`;

  async function reply(id: string, body: object): Promise<Response> {
    return request(api, `/api/services/${market.service.id}/outcomes/${id}/reply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token}` },
      body: JSON.stringify(body),
    });
  }

  it('names a refund in any spelling of its hash, which is one refund', async () => {
    const ids: string[] = [];
    for (const tx of [10, 11]) {
      market.pay(tx, 30);
      ids.push(String((await state(await market.signed(tx, 'nothing', 30))).body['id']));
    }
    market.chain.send(addressOf(1), addressOf(30), 1_000n, { block: 24, tx: refundTx });
    const upper = refundTx.toUpperCase().replace('X', 'x');

    expect((await reply(ids[0] ?? '', { reply: 'refunded', refundTx: 'soon' })).status).toBe(422);
    expect((await reply(ids[0] ?? '', { reply: 'refunded', refundTx: upper })).status).toBe(200);
    expect((await reply(ids[1] ?? '', { reply: 'refunded', refundTx })).status).toBe(422);
    expect((await reply(ids[0] ?? '', { reply: 'not_ours' })).status).toBe(409);
    expect((await reply('no-such', { reply: 'not_ours' })).status).toBe(404);
  });
});

describe('the pages of statements', () => {
  const page = (query: string): Promise<Response> =>
    request(api, `/api/services/${market.service.id}/outcomes?${query}`);
  const idsOf = async (response: Response): Promise<string[]> =>
    ((await response.json()) as { statements: { id: string }[] }).statements.map(({ id }) => id);

  it('go on before the last statement of a page, and are refused before one that is not there', async () => {
    for (const number of [10, 11]) {
      market.pay(number);
      await state(await market.signed(number));
    }
    const [newest = '', oldest = ''] = await idsOf(await page(''));
    const lost = await page(`before=${oldest.slice(1)}`);

    expect(await idsOf(await page(`limit=1&before=${newest}`))).toEqual([oldest]);
    expect(await idsOf(await page(`before=${oldest}`))).toEqual([]);
    expect([lost.status, await lost.json()]).toMatchObject([
      400,
      { code: 'parameter_invalid', errors: [{ pointer: '/before', code: 'cursor_invalid' }] },
    ]);
  });
});
