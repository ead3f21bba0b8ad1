import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../src/adapters/probe/polite-probe.ts';
import { ProofFiles } from '../../../src/adapters/proof/proof-files.ts';
import { ProofRecords } from '../../../src/adapters/proof/proof-records.ts';
import type { Actor } from '../../../src/domain/owner.ts';
import type { Look } from '../../../src/domain/ownership/method.ts';
import type { ProofMethod } from '../../../src/domain/ownership/methods.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import { ownerLine } from '../../../src/domain/proof.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { ClaimLimits } from '../../../src/http/claim-limits.ts';
import { ownLimiter } from '../../../src/http/rate-limit.ts';
import { type ClaimAnswer, Claims } from '../../../src/live/claims.ts';
import type { Prober } from '../../../src/live/ports.ts';
import type { ClaimAct, Outcome } from '../../../src/registration/act.ts';
import { aService, catalogVersion } from '../../fixtures/services.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';
import { nameServer, nxdomain, type TxtAnswer } from '../../support/name-server.ts';
import { httpSeller } from '../../support/seller.ts';
import {
  aDocument,
  aDocumentOfV1,
  anEntry,
  anEntryOfV1,
  base64,
  otherWallet,
  wallet,
} from '../../fixtures/answers.ts';
import { caseCount } from '../../support/cases.ts';

const catalogHost = 'catalog.example.com';
const client = '192.0.2.1';
const lineOf = (owner: string): string => ownerLine(owner, catalogHost);
const third = `0x${'3'.repeat(40)}`;
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A catalog of one service, whose seller and name server are real, and claims that are decided by the rules. */
async function aClaiming(declared: Partial<DeclaredService> = {}) {
  const state = {
    file: '',
    records: nxdomain as TxtAnswer,
    /** The entries of the live 402, or its header as it is. */
    accepts: [anEntry()] as readonly Record<string, unknown>[] | string,
    body: '{}',
    repository: { result: 'missing', seen: 'it has no homepage' } as Look,
    asked: [] as string[],
    acts: [] as ClaimAct[],
    /** Called between the look and the decision. */
    meanwhile: (): void => undefined,
  };
  const seller = await httpSeller(({ method = '', url = '' }, response) => {
    state.asked.push(`${method} ${url}`);
    const { accepts, body } = state;
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/.well-known/tollbook.txt') response.end(state.file);
    else {
      const header = typeof accepts === 'string' ? accepts : base64(aDocument(...accepts));
      response.writeHead(402, header === '' ? {} : { 'PAYMENT-REQUIRED': header }).end(body);
    }
  });
  const { address } = await nameServer(() => state.records);

  const probe = new HttpProbe({
    userAgent: 'tollbook/0',
    allowPrivate: true,
    reach: { resolve: () => Promise.resolve(['127.0.0.1']) },
  });
  const prober = new PoliteProbe({ probe });
  const listed = aService({
    endpoint: `${seller.url}/v1`,
    x402Config: { network: 'base', paymentAddress: wallet },
    ...declared,
  });
  const { id } = listed;
  const policy = { allowInsecure: true };
  const { store, committer, time } = aLiveCatalog([listed], policy);
  const service = (): DeclaredService | undefined => store.snapshot.find(id)?.declared;
  const list = (changes: Partial<DeclaredService>): void => {
    const put = [{ ...(service() ?? listed), ...changes }];
    void store.publish({ put, removed: [], buried: [] }, catalogVersion);
  };

  const parts = {
    store,
    submit: (act: ClaimAct): Promise<Outcome> => {
      state.meanwhile();
      state.acts.push(act);
      return committer.submit(act);
    },
    prober,
    places: {
      http: new ProofFiles(prober),
      dns: new ProofRecords({ turns: prober, servers: [address] }),
      repository: {
        look: (evidence: string): Promise<Look> => {
          state.asked.push(`look at ${evidence}`);
          return Promise.resolve(state.repository);
        },
      },
    },
    policy,
    catalogHost,
    limits: new ClaimLimits(ownLimiter),
    clock: time.now,
  };
  const claims = new Claims(parts);

  return {
    id,
    state,
    time,
    parts,
    seller,
    service,
    /** Lists the service as that of an owner, with a proof if there is a method. */
    own: (owner: string, method?: ProofMethod): void => {
      const evidence = method && evidenceOf(method, service() ?? listed);
      const at = time.now().toISOString();
      list({ owner, proof: method && evidence !== undefined ? { method, at, evidence } : undefined });
    },
    change: list,
    remove: (tombstone: Partial<Tombstone> = {}): void => {
      const { name, endpoint } = listed;
      const deletedAt = time.now().toISOString();
      const buried = [{ id, name, endpoint, deletedAt, service: service(), ...tombstone }];
      void store.publish({ put: [], removed: [], buried }, catalogVersion);
    },
    claim: (owner: string | Actor, method: ProofMethod, asked?: string) =>
      claims.claim(id, typeof owner === 'string' ? { owner } : owner, method, client, asked),
  };
}

/** The outcome of a claim, `unproven` with what was found. */
function short(answer: ClaimAnswer): string {
  if (answer.kind === 'decided') return answer.outcome.kind;
  return answer.kind === 'unproven' ? answer.found : answer.kind;
}

describe('a claim by http', () => {
  it('is granted for the line in the file, with the file as evidence', async () => {
    const { claim, state, service, seller, time } = await aClaiming();
    state.file = `${lineOf('github:9919')}\n`;

    expect(short(await claim({ owner: 'github:9919', repository: '7' }, 'http'))).toBe('changed');
    expect(service()).toMatchObject({
      owner: 'github:9919',
      repository: '7',
      proof: {
        method: 'http',
        at: time.now().toISOString(),
        evidence: `${seller.url}/.well-known/tollbook.txt`,
      },
    });
    expect(state.asked).toEqual(['GET /.well-known/tollbook.txt']);
  });

  it('says what was looked for and what was found', async () => {
    const { claim, state, seller } = await aClaiming();
    state.file = lineOf('github:1');

    expect(await claim('github:9919', 'http')).toEqual({
      kind: 'unproven',
      lookedFor: `the line "owner=github:9919 catalog=catalog.example.com" in ${seller.url}/.well-known/tollbook.txt, answered with 200, without redirect, in at most 4 KiB`,
      found: 'it has the line "owner=github:1 catalog=catalog.example.com" instead',
    });
    expect(state.acts).toEqual([]);
  });

  it('takes no owner for a pattern', async () => {
    const { claim, state } = await aClaiming();
    state.file = lineOf('aXb');

    expect((await claim('a.b', 'http')).kind).toBe('unproven');
  });

  it('is refused without TLS, unless insecure endpoints are allowed', async () => {
    const { parts, id, state } = await aClaiming();
    const strict = new Claims({ ...parts, policy: { allowInsecure: false } });

    expect((await strict.claim(id, { owner: 'acme' }, 'http', client)).kind).toBe('unfit');
    expect(state.asked).toEqual([]);
  });
});

describe('a claim by dns', () => {
  it('is granted for the line in a TXT record, with the name as evidence', async () => {
    const { claim, state, service } = await aClaiming();
    state.records = [['v=spf1 -all'], [lineOf('acme')]];

    expect(short(await claim('acme', 'dns'))).toBe('changed');
    expect(service()?.proof).toMatchObject({ method: 'dns', evidence: '_tollbook.seller.example.com' });
    expect(state.asked).toEqual([]);
  });

  it('says what was looked for and what was found', async () => {
    expect(await (await aClaiming()).claim('acme', 'dns')).toEqual({
      kind: 'unproven',
      lookedFor: 'a TXT record "owner=acme catalog=catalog.example.com" at _tollbook.seller.example.com',
      found: 'the name does not exist',
    });
  });

  it('is not possible for an IP address', async () => {
    const { claim } = await aClaiming({ endpoint: 'https://1.1.1.1/v1' });

    expect(await claim('acme', 'dns')).toEqual({
      kind: 'unfit',
      detail: 'the host of https://1.1.1.1/v1 is an IP address, which has no TXT records; claim by http',
    });
  });
});

describe('a claim by repository', () => {
  const evidence = 'https://github.com/acme/rain/blob/1234567/.well-known/tollbook.txt';
  const found: Look = { result: 'found', seen: 'it has the line', evidence };

  it('is granted with the file at its commit as evidence', async () => {
    const { claim, state, service } = await aClaiming();
    state.repository = found;

    expect(short(await claim('acme', 'repository', 'acme/rain'))).toBe('changed');
    expect(service()).toMatchObject({ owner: 'acme', proof: { method: 'repository', evidence } });
    expect(state.asked).toEqual(['look at https://github.com/acme/rain']);
  });

  it('says what was looked for and what was found', async () => {
    expect(await (await aClaiming()).claim('acme', 'repository', 'acme/rain')).toEqual({
      kind: 'unproven',
      lookedFor:
        'the line "owner=acme catalog=catalog.example.com" in .well-known/tollbook.txt on the default branch of https://github.com/acme/rain, a public repository with a homepage at seller.example.com',
      found: 'it has no homepage',
    });
  });
});

describe('a claim by wallet', () => {
  it.each([`wallet:${wallet}`, `wallet:eip155:8453:${wallet}`])(
    'is granted to %s when the live 402 pays it alone, with its account as evidence',
    async (owner) => {
      const { claim, state, service } = await aClaiming();

      expect(short(await claim(owner, 'wallet'))).toBe('changed');
      expect(service()).toMatchObject({
        owner,
        proof: { method: 'wallet', evidence: `eip155:8453:${wallet}` },
        x402Config: { paymentAddress: wallet },
      });
      expect(state.asked).toEqual(['GET /robots.txt', 'GET /v1']);
      expect(state.acts[0]?.paymentAddress).toBeUndefined();
    },
  );

  it('corrects a declared wallet that differs', async () => {
    const { claim, state, service } = await aClaiming();
    state.accepts = [anEntry({ payTo: otherWallet.toLowerCase() })];

    expect(short(await claim(`wallet:${otherWallet}`, 'wallet'))).toBe('changed');
    expect(service()).toMatchObject({
      proof: { evidence: `eip155:8453:${otherWallet}` },
      x402Config: { paymentAddress: otherWallet, network: 'base' },
    });
  });

  it('leaves the declared wallet as it is written when only its letter case differs', async () => {
    const written = wallet.toLowerCase();
    const { claim, service } = await aClaiming({ x402Config: { network: 'base', paymentAddress: written } });

    await claim(`wallet:${wallet}`, 'wallet');
    expect(service()).toMatchObject({ proof: {}, x402Config: { paymentAddress: written } });
  });

  it('asks by the declared method', async () => {
    const { claim, state } = await aClaiming({ request: { method: 'PUT' } });
    await claim(`wallet:${wallet}`, 'wallet');

    expect(state.asked).toEqual(['GET /robots.txt', 'PUT /v1']);
  });

  it('is granted on Solana to the address as it is written', async () => {
    const accepts = [anEntry({ network: solanaMainnet, payTo: solana }), anEntry({ payTo: third })];
    const { claim, state } = await aClaiming({ x402Config: { network: 'solana', paymentAddress: solana } });
    state.accepts = accepts;

    expect(short(await claim(`wallet:${solana}`, 'wallet'))).toBe('changed');
    expect(short(await claim(`wallet:${solana.replace('9x', '9X')}`, 'wallet'))).toBe(
      `its 402 names ${solana}`,
    );
  });

  it.each([
    ['pays another wallet', [anEntry({ payTo: third })], `its 402 names ${third}`],
    ['pays two wallets', [anEntry(), anEntry({ payTo: third })], `its 402 names ${wallet}, ${third}`],
    [
      'pays many wallets',
      [anEntry(), ...'45678'.split('').map((digit) => anEntry({ payTo: `0x${digit.repeat(40)}` }))],
      `its 402 names ${wallet}, 0x${'4'.repeat(40)}, 0x${'5'.repeat(40)}, 3 more`,
    ],
    [
      'pays it elsewhere only',
      [anEntry({ network: 'eip155:137' })],
      'its 402 asks to be paid on eip155:137 only',
    ],
    [
      'has an entry that nobody can read',
      [anEntry(), anEntry({ amount: 'some', payTo: third })],
      'its 402 may name further wallets: accepts[1]: the amount "some" is no whole number of atomic units, written as a string',
    ],
    [
      'pays another wallet by a scheme that is not compared',
      [anEntry(), anEntry({ scheme: 'new', payTo: third })],
      `its 402 names ${wallet}, ${third}`,
    ],
    [
      'has more entries than are read',
      [...Array.from({ length: 64 }, () => anEntry()), anEntry({ payTo: third })],
      'its 402 may name further wallets: accepts has 65 entries; only the first 64 are read, so send no more',
    ],
  ])('is refused when the live 402 %s', async (_how, accepts, found) => {
    const { claim, state } = await aClaiming();
    state.accepts = accepts;

    expect(await claim(`wallet:${wallet}`, 'wallet')).toMatchObject({
      kind: 'unproven',
      lookedFor: expect.stringMatching(
        /^a 402 from http:.* that names 0x5aAe.* as the only payTo on Base$/,
      ) as string,
      found,
    });
  });

  it('is granted when the wallet is named more than once, in any letter case, and others elsewhere', async () => {
    const { claim, state } = await aClaiming();
    state.accepts = [
      anEntry(),
      anEntry({ payTo: wallet.toLowerCase(), amount: '1' }),
      anEntry({ network: 'eip155:137', payTo: third }),
    ];

    expect(short(await claim(`wallet:${wallet}`, 'wallet'))).toBe('changed');
  });

  it('is refused when header and body name different wallets', async () => {
    const { claim, state } = await aClaiming();
    state.body = JSON.stringify(aDocumentOfV1(anEntryOfV1({ payTo: third })));

    expect(short(await claim(`wallet:${wallet}`, 'wallet'))).toContain(
      'header and body name different terms',
    );
    state.body = JSON.stringify(aDocumentOfV1(anEntryOfV1()));
    expect(short(await claim(`wallet:${wallet}`, 'wallet'))).toBe('changed');
  });

  it('is refused when there is no readable 402', async () => {
    const { claim, state } = await aClaiming();
    state.accepts = 'nonsense';

    expect(short(await claim(`wallet:${wallet}`, 'wallet'))).toContain('PAYMENT-REQUIRED');
  });

  it.each([
    ['acme', 'base'],
    ['github:9919', 'base'],
    [`wallet:${solana}`, 'base'],
    [`wallet:${wallet}`, 'solana'],
    [`wallet:eip155:1:${wallet}`, 'base'],
    [`wallet:${solana}`, 'aptos:1'],
  ])('is not possible for %s on %s, and nobody is asked', async (owner, network) => {
    const paymentAddress = network === 'solana' ? solana : wallet;
    const { claim, state } = await aClaiming({ x402Config: { network, paymentAddress } });
    const answer = await claim(owner, 'wallet');

    expect(answer).toMatchObject({
      kind: 'unfit',
      detail: expect.stringContaining('claim by http or dns') as string,
    });
    expect(state.asked).toEqual([]);
  });
});

describe('a claim of what another owner has', () => {
  it.each(['http', 'dns'] as const)(
    'by %s is granted against one by wallet, without another look',
    async (method) => {
      const { claim, state, own } = await aClaiming();
      own(`wallet:${wallet}`, 'wallet');
      [state.file, state.records] = [lineOf('acme'), [[lineOf('acme')]]];

      expect(short(await claim('acme', method))).toBe('changed');
      expect(state.asked).toEqual(method === 'http' ? ['GET /.well-known/tollbook.txt'] : []);
    },
  );

  it('is refused while that proof holds, which is looked at again', async () => {
    const { claim, state, own, service } = await aClaiming();
    own('former', 'http');
    [state.file, state.records] = [lineOf('former'), [[lineOf('acme')]]];

    expect(await claim('acme', 'dns')).toEqual({
      kind: 'decided',
      outcome: { kind: 'proven', owner: 'former' },
    });
    expect(state.asked).toEqual(['GET /.well-known/tollbook.txt']);
    expect(service()?.owner).toBe('former');
  });

  it('is granted once that proof is gone', async () => {
    const { claim, state, own, service } = await aClaiming();
    own('former', 'http');
    [state.file, state.records] = ['', [[lineOf('acme')]]];

    expect(short(await claim('acme', 'dns'))).toBe('changed');
    expect(service()).toMatchObject({ owner: 'acme', proof: { method: 'dns' } });
  });

  it('by the same file is granted when the line is replaced, and refused while both stand there', async () => {
    const { claim, state, own } = await aClaiming();
    own('former', 'http');

    state.file = `${lineOf('former')}\n${lineOf('acme')}\n`;
    expect(short(await claim('acme', 'http'))).toBe('proven');
    state.file = lineOf('acme');
    expect(short(await claim('acme', 'http'))).toBe('changed');
  });

  it('is refused while nobody can tell whether that proof holds', async () => {
    const { claim, state, own } = await aClaiming();
    own('former', 'dns');
    [state.file, state.records] = [lineOf('acme'), 2];

    expect(short(await claim('acme', 'http'))).toBe('proven');
  });

  it('by wallet is granted when the live 402 does not pay that owner any more', async () => {
    const { claim, state, own, service } = await aClaiming();
    own(`wallet:${wallet}`, 'wallet');
    state.accepts = [anEntry({ payTo: otherWallet })];

    expect(short(await claim(`wallet:${otherWallet}`, 'wallet'))).toBe('changed');
    expect(service()?.x402Config.paymentAddress).toBe(otherWallet);
  });

  it('by wallet is refused when both control the wallet', async () => {
    const { claim, own } = await aClaiming();
    own(`wallet:eip155:8453:${wallet}`, 'wallet');

    expect(short(await claim(`wallet:${wallet}`, 'wallet'))).toBe('proven');
  });

  it('is granted when that proof is about another host, as after a change of the file in git', async () => {
    const { claim, state, own, change } = await aClaiming();
    own('former', 'dns');
    change({ proof: { method: 'dns', at: '2026-01-01T00:00:00.000Z', evidence: '_tollbook.example.org' } });
    [state.file, state.records] = [lineOf('acme'), [[lineOf('former')]]];

    expect(short(await claim('acme', 'http'))).toBe('changed');
  });

  it('is refused when a third owner proved it between look and decision', async () => {
    const { claim, state, own, time } = await aClaiming();
    own('former', 'http');
    [state.file, state.records] = ['', [[lineOf('acme')]]];
    state.meanwhile = () => {
      time.advance(1);
      own('third', 'http');
    };

    expect(await claim('acme', 'dns')).toEqual({
      kind: 'decided',
      outcome: { kind: 'proven', owner: 'third' },
    });
  });

  it('is outdated when the service moved between look and decision', async () => {
    const { claim, state, change } = await aClaiming();
    state.file = lineOf('acme');
    state.meanwhile = () => change({ endpoint: 'https://elsewhere.example.com' });

    expect(short(await claim('acme', 'http'))).toBe('outdated');
  });

  it('is forbidden to another repository of the same owner, and nobody is asked', async () => {
    const { claim, state, own, change } = await aClaiming();
    own('github:9919', 'http');
    change({ repository: '7' });
    state.file = lineOf('github:9919');

    expect(await claim({ owner: 'github:9919', repository: '8' }, 'http')).toMatchObject({
      kind: 'decided',
      outcome: { kind: 'forbidden', why: 'not_repository' },
    });
    expect(state.asked).toEqual([]);
    expect(short(await claim({ owner: 'github:9919', repository: '7' }, 'http'))).toBe('changed');
    expect(short(await claim('github:9919', 'http'))).toBe('changed');
  });
});

describe('a claim of an unknown service', () => {
  it('is decided without asking anybody', async () => {
    const { parts, state } = await aClaiming();

    expect(short(await new Claims(parts).claim('unknown', { owner: 'acme' }, 'http', client))).toBe(
      'unknown',
    );
    expect(state.asked).toEqual([]);
  });
});

describe('a claim of a removed service', () => {
  it('is granted from its last declaration', async () => {
    const { claim, state, own, remove, service } = await aClaiming();
    own('former');
    remove();
    state.file = lineOf('acme');

    expect(short(await claim('acme', 'http'))).toBe('changed');
    expect(service()?.owner).toBe('acme');
  });

  it('is forbidden where the operator removed it', async () => {
    const { claim, state, remove } = await aClaiming();
    remove({ byOperator: true });
    state.file = lineOf('acme');

    expect(await claim('acme', 'http')).toMatchObject({
      kind: 'decided',
      outcome: { kind: 'forbidden', why: 'by_operator' },
    });
    expect(state.asked).toEqual([]);
  });

  it('is not possible where its declaration is not known', async () => {
    const { claim, remove } = await aClaiming();
    remove({ service: undefined });

    expect(short(await claim('acme', 'http'))).toBe('gone');
  });
});

describe('the limit of claims', () => {
  it('counts those that ask somebody, by owner, listing, host and client', async () => {
    const { claim, state, parts, id, seller } = await aClaiming();
    const take = vi.spyOn(parts.limits, 'take');
    for (let i = 0; i < 10; i += 1) {
      expect((await claim('acme', 'http')).kind).toBe('unproven');
      // Nobody is asked for this.
      expect((await claim('acme', 'wallet')).kind).toBe('unfit');
    }

    expect(await claim('acme', 'http')).toEqual({
      kind: 'too_many',
      retryAfterSeconds: expect.closeTo(3600, -2) as number,
    });
    expect((await claim('other', 'http')).kind).toBe('unproven');
    expect(state.asked).toHaveLength(11);
    expect(take).toHaveBeenLastCalledWith({ id, host: new URL(seller.url).hostname, owner: 'other', client });
  });

  it('counts those by repository at GitHub, whatever the listing', async () => {
    const { claim, parts, id } = await aClaiming();
    const take = vi.spyOn(parts.limits, 'take');
    await claim('acme', 'repository', 'acme/rain');

    expect(take).toHaveBeenLastCalledWith({ id, host: 'github.com', owner: 'acme', client });
  });
});

describe('a fault of this machine', () => {
  it('is no answer about the proof', async () => {
    const { parts, id } = await aClaiming();
    const prober: Prober = { probe: () => Promise.reject(new CannotAsk('seller.example.com', 'EMFILE')) };
    const claims = new Claims({ ...parts, prober });

    expect(await claims.claim(id, { owner: `wallet:${wallet}` }, 'wallet', client)).toEqual({
      kind: 'unavailable',
    });
  });
});

describe('whatever a host answers', () => {
  it('a claim is answered, and granted for the very line alone', async () => {
    const { parts, id, state } = await aClaiming();
    const claims = new Claims({
      ...parts,
      limits: { take: () => ({ allowed: true, retryAfterSeconds: 0 }) },
    });
    const body = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        lineOf('acme'),
        ` ${lineOf('acme')}`,
        `${lineOf('acme')}\r`,
        lineOf('.*'),
        lineOf('acm'),
      ),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 4 }), async (lines) => {
        state.file = lines.join('\n');
        const isNamed = state.file
          .toWellFormed()
          .split('\n')
          .some((line, i) => (i === 0 ? line.replace(/^\ufeff/, '') : line).trimEnd() === lineOf('acme'));

        expect((await claims.claim(id, { owner: 'acme' }, 'http', client)).kind).toBe(
          isNamed ? 'decided' : 'unproven',
        );
      }),
      { numRuns: caseCount(100) },
    );
  });
});
