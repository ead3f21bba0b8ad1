import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Facts } from '../../../src/domain/facts.ts';
import { noOutcomes } from '../../../src/domain/outcome.ts';
import { guard, type GuardOptions, PaymentRefused } from '../../../src/guard/guard.ts';
import { cosign, printWitness } from '../../../src/transparency/cosignature.ts';
import { printVerifier, readNote } from '../../../src/transparency/signed-note.ts';
import { offered } from '../../fixtures/answers.ts';
import { a402OfV1, a402OfV2, aBuyer, aSeller } from '../../fixtures/buyers.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';
import { aProof } from '../../fixtures/proven.ts';
import { otherWallet } from '../../fixtures/registrations.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const signer = noteSigner();
const proofOf = (facts: Partial<Facts> = {}, at = new Date()) => {
  const entry = aPinnedEntry({}, facts);
  return aProof(entry, signer, seenOf(entry, { at }));
};
const proof = proofOf();
const { id, endpoint: url } = proof.entry;

/** The terms that the pin allows, in either version. */
const terms = {
  ...{ scheme: 'exact', network: offered.network, payTo: offered.payTo, asset: offered.asset },
  ...{ amount: '10000', maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '2' } },
};
const ofV1 = ({ amount, ...others }: typeof terms) => ({
  ...others,
  ...{ network: others.network === 'eip155:8453' ? 'base' : others.network, maxAmountRequired: amount },
  ...{ resource: url, description: '', mimeType: '' },
});

const codeOf = (error: unknown): string => (error instanceof PaymentRefused ? error.code : String(error));

/** Asks once, and pays if it may. */
async function buy(
  answer: () => Response,
  options: GuardOptions = { proofs: [proof] },
  at = `${url}?city=Bergen`,
) {
  const buyer = aBuyer();
  const seller = aSeller(answer);
  const blocked: PaymentRefused[] = [];
  const guarded = guard(seller.fetch, { ...options, onBlock: (refused) => blocked.push(refused) });
  const bought = buyer.paying(guarded)(at);
  const code = await bought.then(() => 'paid', codeOf);
  return { code, blocked, signed: buyer.signed, payments: seller.payments, error: bought };
}

/** Has the client sign for a 402, as frameworks do that bring a transport of their own. */
async function sign(required: object, options: GuardOptions = { proofs: [proof] }) {
  const { client, signed } = aBuyer();
  const made = guard(client, options).createPaymentPayload(required as never);
  const code = await made.then(() => 'paid', codeOf);
  return { code, signed };
}
const requiredOf = (...accepts: readonly object[]) => ({ x402Version: 2, resource: { url }, accepts });

const wallet = fc.stringMatching(/^0x[\da-f]{40}$/);
/** Terms that differ from the pin in one member or more. */
const drifted = fc
  .tuple(
    fc.record({
      payTo: wallet,
      asset: wallet,
      network: fc.constantFrom('eip155:137', 'eip155:84532', 'eip155:1'),
      scheme: fc.constant('upto'),
      amount: fc.bigInt({ min: 10_001n, max: 10n ** 77n }).map(String),
    }),
    fc.subarray(['payTo', 'asset', 'network', 'scheme', 'amount'] as const, { minLength: 1 }),
  )
  .map(([change, names]) => ({ ...terms, ...Object.fromEntries(names.map((name) => [name, change[name]])) }));

describe('a guarded buyer', () => {
  it('pays what the catalog has seen, in either version', async () => {
    expect(await buy(() => a402OfV2(url, terms))).toMatchObject({
      code: 'paid',
      signed: [terms],
      blocked: [],
    });
    expect(await buy(() => a402OfV1(ofV1(terms)))).toMatchObject({ code: 'paid', signed: [ofV1(terms)] });
    expect(await sign(requiredOf(terms))).toMatchObject({ code: 'paid', signed: [terms] });
    expect(await sign({ x402Version: 1, accepts: [ofV1(terms)] })).toMatchObject({ code: 'paid' });
  });

  it('pays less, and the same in other letters', async () => {
    const lower = { ...terms, payTo: terms.payTo.toLowerCase(), asset: terms.asset.toLowerCase() };
    const upper = { ...terms, payTo: `0x${terms.payTo.slice(2).toUpperCase()}`, amount: '1' };

    for (const equal of [lower, upper]) {
      expect(await buy(() => a402OfV2(url, equal))).toMatchObject({ code: 'paid', signed: [equal] });
      expect((await buy(() => a402OfV1(ofV1(equal)))).code).toBe('paid');
      expect((await sign(requiredOf(equal))).code).toBe('paid');
    }
  });

  it('pays none of 500 offers that drifted', async () => {
    const offers = fc.sample(drifted, { numRuns: 500, seed: 20_261_130 });
    const results = [];
    for (const offer of offers) {
      results.push(await buy(() => a402OfV2(url, offer)), await buy(() => a402OfV1(ofV1(offer))));
      results.push(await sign(requiredOf(offer)));
    }

    expect(results.filter(({ signed }) => signed.length > 0)).toEqual([]);
    expect(new Set(results.map(({ code }) => code))).toEqual(
      new Set(['scheme_differs', 'network_differs', 'asset_differs', 'wallet_differs', 'amount_exceeds_pin']),
    );
  });

  it('signs nothing beyond the pin, whatever a 402 says', async () => {
    const near = fc.oneof(
      fc.constant(terms),
      drifted,
      fc.record({ amount: fc.constantFrom('0', '9', '10001') }).map((change) => ({ ...terms, ...change })),
    );
    const odd = fc.oneof(
      near,
      near.map(ofV1),
      near.map((each) => ({ ...each, maxAmountRequired: '1' })),
      fc.object(),
      fc.anything(),
    );
    const answer = fc.record({
      version: fc.constantFrom(1, 2, 3, '2'),
      header: fc.option(fc.array(odd, { maxLength: 3 })),
      body: fc.option(fc.array(odd, { maxLength: 3 })),
    });

    let paid = 0;
    await fc.assert(
      fc.asyncProperty(answer, async ({ version, header, body }) => {
        const text = (accepts: unknown): string =>
          JSON.stringify({ x402Version: version, resource: { url }, accepts });
        const headers: Record<string, string> = header
          ? { 'PAYMENT-REQUIRED': Buffer.from(text(header)).toString('base64') }
          : {};
        const { signed } = await buy(() => new Response(body ? text(body) : null, { status: 402, headers }));

        paid += signed.length;
        for (const each of signed) {
          const amount = version === 1 ? each['maxAmountRequired'] : each['amount'];
          expect(BigInt(String(amount))).toBeLessThanOrEqual(10_000n);
          expect(String(each['payTo']).toLowerCase()).toBe(terms.payTo.toLowerCase());
          expect(String(each['asset']).toLowerCase()).toBe(terms.asset.toLowerCase());
          expect(each['scheme']).toBe('exact');
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(paid).toBeGreaterThan(20);
  });

  it('takes the offer that may be paid from among others', async () => {
    const others = [
      { ...terms, network: 'eip155:137' },
      { ...terms, payTo: otherWallet },
    ];

    expect(await buy(() => a402OfV2(url, ...others, terms))).toMatchObject({ code: 'paid', signed: [terms] });
    expect((await buy(() => a402OfV2(url, ...others))).code).toBe('wallet_differs');
  });

  it('says what was expected, of which service, and tells its owner', async () => {
    const { error, blocked, payments } = await buy(() => a402OfV2(url, { ...terms, amount: '10001' }));

    await expect(error).rejects.toMatchObject({
      code: 'amount_exceeds_pin',
      expected: '10000',
      actual: '10001',
      service: id,
    });
    await expect(error).rejects.toThrow(
      'Not paid: it asks for more than the catalog has seen (expected 10000, got 10001).',
    );
    expect([blocked.length, payments]).toEqual([1, []]);
  });

  it('cannot be talked into paying', async () => {
    const buyer = aBuyer();
    const onBlock = (): never => {
      throw new Error('pay');
    };
    const guarded = guard(aSeller(() => a402OfV2(url, { ...terms, payTo: otherWallet })).fetch, {
      proofs: [proof],
      onBlock,
    });

    await expect(buyer.paying(guarded)(url)).rejects.toMatchObject({ code: 'wallet_differs' });
    expect(buyer.signed).toEqual([]);
  });

  it.each<[string, string, GuardOptions, string?]>([
    ['the pin has ended', 'pin_expired', { proofs: [proofOf({}, new Date('2026-01-01'))] }],
    ['the wallet varies', 'no_pin', { proofs: [{ ...proof, pin: null }] }],
    [
      'the pin is of another service',
      'proof_invalid',
      { proofs: [{ ...proof, pin: proof.pin && { ...proof.pin, payTo: otherWallet } }] },
    ],
    ['nobody knows the URL', 'unknown_service', { proofs: [proof] }, 'https://other.example.com'],
    ['nobody knows the path', 'unknown_service', { proofs: [proof] }, `${url}/other`],
    [
      'buyers say that it fails',
      'outcomes_fail',
      { proofs: [proofOf({ outcomes: { ...noOutcomes, payments: 5, clusters: 3, verdict: 'fails' } })] },
    ],
    ['it costs more than the limit', 'amount_exceeds_limit', { proofs: [proof], maxUsd: '0.009' }],
    ['it costs more than the budget', 'budget_exhausted', { proofs: [proof], budgetUsd: 0.009 }],
    [
      'the checkpoint is not signed by the log',
      'proof_invalid',
      { proofs: [proof], vkey: printVerifier(noteSigner()) },
    ],
    [
      'no witness cosigned',
      'proof_invalid',
      { proofs: [proof], vkey: printVerifier(signer), witnesses: [printWitness(noteSigner())] },
    ],
  ])('pays nothing where %s', async (_, code, options, at = url) => {
    expect(await buy(() => a402OfV2(at, terms), options, at)).toMatchObject({
      code,
      signed: [],
      payments: [],
    });
    expect((await sign({ ...requiredOf(terms), resource: { url: at } }, options)).code).toBe(code);
  });

  it('pays where too few say that it fails', async () => {
    const few = proofOf({ outcomes: { ...noOutcomes, payments: 5, clusters: 2, verdict: 'fails' } });

    expect((await buy(() => a402OfV2(url, terms), { proofs: [few] })).code).toBe('paid');
  });

  it('pays where the log signed and a witness cosigned', async () => {
    const witness = noteSigner('witness.example/1');
    const { text } = readNote(String(proof.checkpoint)) ?? { text: '' };
    const cosigned = {
      ...proof,
      checkpoint: `${String(proof.checkpoint)}${cosign(text, witness, new Date()).line}`,
    };
    const options = {
      proofs: [JSON.stringify(cosigned)],
      vkey: printVerifier(signer),
      witnesses: [printWitness(witness)],
      require: 1,
    };

    expect((await buy(() => a402OfV2(url, terms), options)).code).toBe('paid');
  });

  it('pays an unknown service only where its owner allows that, up to the limit', async () => {
    const at = 'https://other.example.com/x';
    const allow = { proofs: [proof], onUnknown: 'allow', maxUsd: 0.01 } as const;

    expect((await buy(() => a402OfV2(at, { ...terms, payTo: otherWallet }), allow, at)).code).toBe('paid');
    expect((await buy(() => a402OfV2(at, { ...terms, amount: '10001' }), allow, at)).code).toBe(
      'amount_exceeds_limit',
    );
    expect((await buy(() => a402OfV2(at, { ...terms, asset: otherWallet }), allow, at)).code).toBe(
      'price_unknown',
    );
    expect((await buy(() => a402OfV2(at, { ...terms, scheme: 'upto' }), allow, at)).code).toBe(
      'scheme_differs',
    );
  });

  it('counts tokens as dollars that its owner names', async () => {
    const entry = aPinnedEntry();
    const own = { ...offered, asset: otherWallet, currency: undefined, price: undefined };
    const other = aProof(entry, signer, seenOf(entry, { at: new Date(), terms: [own as never] }));
    const options = { proofs: [other], maxUsd: 0.01 };
    const answer = () => a402OfV2(url, { ...terms, asset: otherWallet });
    const tokens = [{ network: 'eip155:8453', asset: otherWallet.toLowerCase(), decimals: 6 }];

    expect((await buy(answer, options)).code).toBe('price_unknown');
    expect((await buy(answer, { ...options, tokens })).code).toBe('paid');
  });

  it.each<[string, GuardOptions]>([
    ['pass "catalog" or "proofs"', {}],
    ['proofs[1] is no proof file: it is not JSON', { proofs: [proof, ''] }],
    ['"maxUsd" "1e-7" is no plain decimal', { proofs: [proof], maxUsd: 1e-7 }],
    ['"witnesses" need "vkey", and "require" as many', { proofs: [proof], require: 1 }],
    ['"witnesses" need "vkey"', { proofs: [proof], witnesses: [printWitness(noteSigner())] }],
    ['onUnknown "allow" needs "maxUsd"', { proofs: [proof], onUnknown: 'allow' }],
    ['"report" needs "catalog"', { proofs: [proof], report: true }],
    ['baseUrl "nowhere" is not the address of a server', { catalog: 'nowhere' }],
  ])('refuses options with %s', (message, options) => {
    expect(() => guard(fetch, options)).toThrow(message);
  });

  it('names a key that is none', async () => {
    await expect(
      (await buy(() => a402OfV2(url, terms), { proofs: [proof], vkey: 'a key' })).error,
    ).rejects.toThrow('"vkey" holds no key of that kind');
  });
});

describe('the budget of a guard', () => {
  const budget = { proofs: [proof], budgetUsd: '0.03' };

  it('is not overspent by requests at the same time', async () => {
    const buyer = aBuyer();
    const seller = aSeller(() => a402OfV2(url, terms));
    const pay = buyer.paying(guard(seller.fetch, budget));
    const bought = await Promise.allSettled(Array.from({ length: 20 }, () => pay(url)));

    expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect([buyer.signed.length, seller.payments.length]).toEqual([3, 3]);
  });

  it('gets back what a client could not sign', async () => {
    const { client, signed } = aBuyer();
    let isLocked = true;
    client.register('eip155:8453', {
      scheme: 'exact',
      createPaymentPayload: (x402Version) => {
        if (isLocked) throw new Error('the wallet is locked');
        return Promise.resolve({ x402Version, payload: {} });
      },
    });
    guard(client, { ...budget, budgetUsd: 0.01 });
    const pay = () => client.createPaymentPayload(requiredOf(terms) as never);

    await expect(pay()).rejects.toThrow('the wallet is locked');
    isLocked = false;
    await pay();
    await expect(pay()).rejects.toMatchObject({ code: 'budget_exhausted', expected: '0', actual: '0.01' });
    expect(signed).toEqual([]);
  });

  it.each([
    ['ECONNREFUSED', 'paid'],
    ['ECONNRESET', 'budget_exhausted'],
  ])('after %s of the payment: %s', async (code, result) => {
    let isDown = true;
    const { fetch, payments } = aSeller(
      () => a402OfV2(url, terms),
      async () => {
        if (isDown) throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
        return new Response('rain');
      },
    );
    const pay = aBuyer().paying(guard(fetch, { ...budget, budgetUsd: 0.01 }));
    await expect(pay(url)).rejects.toThrow('fetch failed');
    isDown = false;

    expect(await pay(url).then(() => 'paid', codeOf)).toBe(result);
    expect(payments.length).toBeGreaterThan(0);
  });

  it('gets back what nobody paid within two minutes', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { fetch } = aSeller(() => a402OfV2(url, terms));
    const guarded = guard(fetch, { ...budget, budgetUsd: 0.01 });

    expect((await guarded(url)).status).toBe(402);
    await expect(guarded(url)).rejects.toMatchObject({ code: 'budget_exhausted' });
    clock.mockReturnValue(120_000);
    expect((await guarded(url)).status).toBe(402);
    clock.mockRestore();
  });

  it('lets no payment out for which there was no 402', async () => {
    const { fetch, payments } = aSeller(() => a402OfV2(url, terms));
    const guarded = guard(fetch, budget);

    await expect(guarded(url, { headers: { 'X-Payment': 'e30=' } })).rejects.toMatchObject({
      code: 'not_checked',
    });
    expect((await guarded(new Request(url))).status).toBe(402);
    expect((await guarded(new Request(url, { headers: { 'Payment-Signature': 'e30=' } }))).status).toBe(200);
    await expect(guarded(new URL(url), { headers: { 'PAYMENT-SIGNATURE': 'e30=' } })).rejects.toMatchObject({
      code: 'not_checked',
    });
    expect(payments).toHaveLength(1);
  });
});
