import { describe, expect, it } from 'vitest';
import { CannotAsk, type ProbeTarget } from '../../../src/domain/probe.ts';
import { validateEndpoint } from '../../../src/live/validate-endpoint.ts';
import { a402, aDocument, anEntry, aResult, declared, wallet } from '../../fixtures/answers.ts';

const endpoint = 'https://api.example.com/rain';
const usdt0OnStable = '0x779Ded0c9e1022225f8E0630b35a9b54bE713736';
const good = aResult(a402(aDocument(anEntry())));

describe('a validation', () => {
  it('says nothing about other paths if it could not probe one', async () => {
    const probe = (target: ProbeTarget) =>
      target.endpoint === endpoint
        ? Promise.resolve(good)
        : Promise.reject(new CannotAsk('api.example.com', 'too many others ask it at the moment'));

    const report = await validateEndpoint({ endpoint }, { probe });
    expect(report).toMatchObject({ valid: true, verdict: 'verified' });
    expect(report.checks.map(({ check }) => check)).not.toContain('other_paths_free');
  });

  it.each([
    ['wallet and network', { x402Config: declared.x402Config }],
    ['a price', { pricing: declared.pricing }],
  ])('compares %s alone with the entry that suits, wherever it stands', async (_what, given) => {
    const other = anEntry({ network: 'eip155:988', asset: usdt0OnStable, amount: '20000' });
    for (const accepts of [
      [other, anEntry()],
      [anEntry(), other],
    ]) {
      const probe = () => Promise.resolve(aResult(a402(aDocument(...accepts))));

      expect(await validateEndpoint({ endpoint, ...given }, { probe })).toMatchObject({
        verdict: 'verified',
      });
    }
  });

  it('takes a token whose symbol has small letters for the declared one', async () => {
    const mezo = { network: 'eip155:31612', asset: '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186' };
    const probe = () =>
      Promise.resolve(aResult(a402(aDocument(anEntry({ ...mezo, amount: '10000000000000000' })))));
    const x402Config = { paymentAddress: wallet, network: mezo.network };

    expect(await validateEndpoint({ endpoint, x402Config }, { probe })).toMatchObject({
      verdict: 'verified',
    });
  });

  it('fails if the endpoint itself cannot be probed', async () => {
    const probe = () =>
      Promise.reject(new CannotAsk('api.example.com', 'too many persons ask at the moment'));

    await expect(validateEndpoint({ endpoint }, { probe })).rejects.toThrow(CannotAsk);
  });

  it('does not probe an endpoint that opted out, and says until when', async () => {
    const probe = () => Promise.resolve({ deferredUntil: new Date('2026-02-03T04:05:06.000Z') });

    expect(await validateEndpoint({ endpoint }, { probe })).toMatchObject({
      verdict: 'blocked',
      checks: [
        { detail: 'The endpoint asked to be left alone until 2026-02-03T04:05:06.000Z; try again then.' },
      ],
    });
  });
});
