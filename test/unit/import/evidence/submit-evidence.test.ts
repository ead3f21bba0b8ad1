import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../../src/import/evidence/read-evidence.ts';
import { NamedServices, submitEvidence } from '../../../../src/import/evidence/submit-evidence.ts';
import type { DeclaredService } from '../../../../src/domain/service.ts';
import { anEntry } from '../../../fixtures/services.ts';

/** Two services that are paid at one wallet, and one at another. */
const [rain, snow, wind] = ['Rain', 'Snow', 'Wind'].map(
  (name) =>
    anEntry({
      name,
      endpoint: `https://${name.toLowerCase()}.example.com`,
      ...(name === 'Wind'
        ? { x402Config: { network: 'base', paymentAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' } }
        : {}),
    }).declared,
) as [DeclaredService, DeclaredService, DeclaredService];
const services = new NamedServices([rain, snow, wind]);
const { paymentAddress: shared, network } = rain.x402Config;

const claim: Evidence['claim'] = { network: 'eip155:8453', tx: '0x1', outcome: 'nothing' };

type Answer = Awaited<ReturnType<Parameters<typeof submitEvidence>[1]['submit']>>;

/** Submits evidence, answered by the service and the claim; gives the tally, and who was asked. */
async function submitted(
  evidence: readonly Evidence[],
  answer: (service: DeclaredService, claim: Evidence['claim']) => Answer,
) {
  const asked: string[] = [];
  const tally = await submitEvidence(evidence, {
    services,
    source: 'paid-data',
    submit: (service, given) => {
      asked.push(`${service.id} ${given.source} ${given.signature ?? 'unsigned'}`);
      return Promise.resolve(answer(service, given));
    },
    done: () => undefined,
  });
  return { tally, asked };
}

describe('services as sources name them', () => {
  it.each([
    ['an id', { service: wind.id }, [wind]],
    ['an endpoint', { endpoint: 'HTTPS://Snow.example.com' }, [snow]],
    ['a wallet, in any letter case', { wallet: shared.toLowerCase() }, [rain, snow]],
    ['an unknown id and a wallet', { service: 'hail-00000000', wallet: shared }, [rain, snow]],
    ['nothing', {}, []],
  ])('are found by %s', (_, seller, found) => {
    expect(services.find(seller, network)).toEqual(found);
  });
});

describe('evidence', () => {
  it('names its source, and is counted by what became of it', async () => {
    const answers: Answer[] = [
      { kind: 'recorded' },
      { kind: 'waiting' },
      { kind: 'exists' },
      { kind: 'refused', fault: 'too_old' },
      { kind: 'not_counted' },
    ];
    const evidence = answers.map((_, i) => ({
      seller: { service: wind.id },
      claim: { ...claim, httpStatus: i },
    }));
    const unknown = { seller: { service: 'hail-00000000' }, claim };
    const { tally, asked } = await submitted(
      [...evidence, unknown],
      (__, { httpStatus = 0 }) => answers[httpStatus] ?? { kind: 'full' },
    );

    expect(tally).toEqual({
      ...{ recorded: 1, waiting: 1, exists: 1 },
      refused: { too_old: 1, not_counted: 1, service_unknown: 1 },
    });
    expect(asked).toHaveLength(5);
    expect(asked[0]).toBe(`${wind.id} paid-data unsigned`);
  });

  it('goes to the service at a wallet that asked for as much', async () => {
    const { tally, asked } = await submitted([{ seller: { wallet: shared }, claim }], ({ id }) =>
      id === snow.id ? { kind: 'recorded' } : { kind: 'refused', fault: 'amount_not_asked' },
    );

    expect([tally.recorded, tally.refused, asked.length]).toEqual([1, {}, 2]);
  });

  it('is stated without the signature that was made for another catalog', async () => {
    const signed = { ...claim, signature: '0xabc' };
    const { tally, asked } = await submitted([{ seller: { service: wind.id }, claim: signed }], (_, given) =>
      given.signature === undefined
        ? { kind: 'recorded' }
        : { kind: 'refused', fault: 'signature_not_payers' },
    );

    expect(tally).toMatchObject({ recorded: 1, refused: {} });
    expect(asked).toEqual([`${wind.id} paid-data 0xabc`, `${wind.id} paid-data unsigned`]);
  });
});
