import { describe, expect, it, vi } from 'vitest';
import type { OutcomeClaim } from '../../../src/domain/outcome.ts';
import { signedText } from '../../../src/outcomes/signed-text.ts';
import { guard, type GuardOptions } from '../../../src/guard/guard.ts';
import { offered } from '../../fixtures/answers.ts';
import { a402OfV2, aBuyer, aSeller, settled } from '../../fixtures/buyers.ts';
import { aPinnedEntry, seenOf } from '../../fixtures/pinned.ts';
import { aProof } from '../../fixtures/proven.ts';
import { otherWallet } from '../../fixtures/registrations.ts';
import { bentServer, problem } from '../../support/bent-server.ts';
import { noteSigner } from '../../support/mirror/fake-log.ts';

const entry = aPinnedEntry();
const proof = aProof(entry, noteSigner(), seenOf(entry, { at: new Date() }));
const { id, endpoint: url } = proof.entry;
const terms = {
  ...{ scheme: 'exact', network: offered.network, payTo: offered.payTo, asset: offered.asset },
  ...{ amount: '10000', maxTimeoutSeconds: 60, extra: {} },
};
const ok = (body: unknown) => ({ status: 200, body });
const list = ok([{ ...proof.entry, endpoint: `${url}/other`, id: 'other-00000000' }, proof.entry]);

/** Pays for a request, with the catalog at this address. */
async function buy(catalog: string, options: GuardOptions = {}, answer = () => settled({ rain: true })) {
  const buyer = aBuyer();
  const seller = aSeller((at) => a402OfV2(at, terms), answer);
  const pay = buyer.paying(guard(seller.fetch, { catalog, ...options }));
  return { buyer, pay, bought: await pay(`${url}/?city=Bergen`) };
}

describe('a guard that asks a catalog', () => {
  it('finds the service whose endpoint is exactly the URL, and asks once', async () => {
    const catalog = await bentServer(list, ok(proof));
    const { pay, buyer } = await buy(catalog.url);
    await Promise.all([pay(url), pay(url)]);

    expect(buyer.signed).toHaveLength(3);
    expect(catalog.seen.map(({ path }) => path)).toEqual([
      '/api/services?host=api.example.com&limit=100&offset=0',
      `/api/services/${id}/proof`,
    ]);
  });

  it('asks again after an hour, and keeps the pin while the catalog cannot be asked', async () => {
    const failures = [list, problem(500, 'internal_error'), problem(500, 'internal_error')] as const;
    const catalog = await bentServer(list, ok(proof), ...failures);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { pay } = await buy(catalog.url);
      vi.setSystemTime(Date.now() + 3_600_001);
      expect((await pay(url)).status).toBe(200);
      expect(catalog.seen).toHaveLength(4);
      vi.setSystemTime(Date.now() + 60_001);
      expect((await pay(url)).status).toBe(200);
      expect(catalog.seen).toHaveLength(5);
      vi.setSystemTime(Date.now() + 7 * 86_400_000);
      await expect(pay(url)).rejects.toMatchObject({ code: 'catalog_unreachable' });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['it lists no such endpoint', 'unknown_service', [ok([{ ...proof.entry, endpoint: `${url}/other` }])]],
    ['it fails', 'catalog_unreachable', [problem(500, 'internal_error')]],
    ['it lists what is no service', 'catalog_unreachable', [ok([null])]],
    ['the service was just removed', 'catalog_unreachable', [list, problem(410, 'service_deleted')]],
    ['it answers something else', 'proof_invalid', [list, ok({ version: 'proof/2' })]],
    [
      'it answers with another service',
      'proof_invalid',
      [list, ok({ ...proof, entry: { ...proof.entry, endpoint: `${url}/other` } })],
    ],
    ['its log proves nothing', 'proof_invalid', [list, ok({ ...proof, leaves: [], checkpoint: null })]],
  ])('pays nothing where %s', async (_, code, steps) => {
    const [first = list, ...others] = steps;
    const catalog = await bentServer(first, ...others);
    const vkey = 'tollbook.example/log+a8428a1a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';

    await expect(buy(catalog.url, { vkey })).rejects.toMatchObject({ code });
  });

  it('goes by a proof that it was given while the pin is valid', async () => {
    const catalog = await bentServer(problem(500, 'internal_error'));

    expect((await buy(catalog.url, { proofs: [proof] })).bought.status).toBe(200);
    expect(catalog.seen).toEqual([]);
  });
});

describe('a guard that reports', () => {
  const reports = async (answer: () => Response, options: GuardOptions = {}) => {
    const catalog = await bentServer({ status: 201 });
    await buy(catalog.url, { proofs: [proof], report: true, ...options }, answer);
    return catalog;
  };
  const tx = `0x${'7'.repeat(64)}`;

  it.each([
    ['a body', 'delivered', () => settled({ rain: true }), 200],
    ['no body', 'nothing', () => settled(undefined), 200],
    ['another 402', 'nothing', () => settled({}, 402), 402],
    ['a failure', 'nothing', () => settled({}, 502), 502],
  ])('tells the catalog of %s: %s', async (_, outcome, answer, httpStatus) => {
    const { seen } = await reports(answer);
    await vi.waitFor(() => expect(seen).toHaveLength(1));

    expect(seen[0]).toMatchObject({ method: 'POST', path: `/api/services/${id}/outcomes` });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      ...{ network: offered.network, tx, outcome, httpStatus },
      latencyMs: expect.any(Number) as unknown,
      responseHash: expect.stringMatching(/^sha256:[\da-f]{64}$/) as unknown,
    });
  });

  it('signs what it tells, if its owner can', async () => {
    const texts: string[] = [];
    const sign = (text: string): string => {
      texts.push(text);
      return '0x51';
    };
    const { seen, url: at } = await reports(() => settled({ rain: true }), { sign });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    const { signature, ...said } = JSON.parse(seen[0]?.body ?? '') as OutcomeClaim & {
      signature: string;
    };

    expect(signature).toBe('0x51');
    expect(texts).toEqual([signedText(new URL(at).host, id, said)]);
  });

  it('never disturbs the buyer', async () => {
    const sign = () => Promise.reject(new Error('the wallet is locked'));
    const { bought } = await buy('http://127.0.0.1:9', { proofs: [proof], report: true, sign });

    expect(await bought.json()).toEqual({ rain: true });
  });

  it.each([
    ['that were not settled', () => new Response('rain')],
    ['that the buyer spoiled', () => settled({}, 404)],
  ])('tells nothing of payments %s', async (_, answer) => {
    const asked = vi.spyOn(globalThis, 'fetch');
    await reports(answer);

    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('tells nothing unless it is asked to', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    await reports(() => settled({ rain: true }), { report: false });

    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('tells nothing of a payment that it refused', async () => {
    const catalog = await bentServer({ status: 201 });
    const buyer = aBuyer();
    const seller = aSeller((at) => a402OfV2(at, { ...terms, payTo: otherWallet }));
    const pay = buyer.paying(guard(seller.fetch, { catalog: catalog.url, proofs: [proof], report: true }));

    await expect(pay(url)).rejects.toMatchObject({ code: 'wallet_differs' });
    expect(catalog.seen).toEqual([]);
  });
});
