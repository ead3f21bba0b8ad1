import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../../src/adapters/probe/polite-probe.ts';
import { ProofRecords } from '../../../../src/adapters/proof/proof-records.ts';
import { CannotAsk } from '../../../../src/domain/probe.ts';
import type { Look } from '../../../../src/domain/ownership/method.ts';
import { ownerLine } from '../../../../src/domain/proof.ts';
import { nameServer, nxdomain, refused, servfail, type TxtAnswer } from '../../../support/name-server.ts';

const line = ownerLine('github:9919', 'catalog.example.com');
const name = '_tollbook.api.example.com';
const turns = new PoliteProbe({ probe: new HttpProbe({ userAgent: 'tollbook/0', allowPrivate: false }) });

async function lookedUp(answer: TxtAnswer, at = name, deadlineMs = 10_000): Promise<Look> {
  const { address } = await nameServer(() => answer);

  return new ProofRecords({ turns, servers: [address], deadlineMs }).look(at, line, 'person');
}

/** A text in strings of at most 255 characters. */
function strings(text: string): string[] {
  return text.match(/.{1,255}/g) ?? [''];
}

describe('the TXT records of a name', () => {
  it.each([
    ['as its only record', [[line]]],
    ['in several strings, which are joined', [[line.slice(0, 10), line.slice(10, 11), '', line.slice(11)]]],
    ['among those of other programs', [['v=spf1 -all'], strings('x'.repeat(1_000)), [line]]],
    ['among 100', [...Array.from({ length: 99 }, (_, i) => [`other ${String(i)}`]), [line]]],
  ])('hold the line of an owner %s', async (_how, records) => {
    expect(await lookedUp(records)).toMatchObject({ result: 'found' });
  });

  it.each([
    ['inside a longer record', [[`${line} and more`]], 'instead'],
    ['with a space before it', [[` ${line}`]], 'instead'],
    [
      'over two records',
      [[line.slice(0, 10)], [line.slice(10)]],
      'it has the TXT record "owner=gith" instead',
    ],
    [
      'for another catalog',
      [[ownerLine('github:9919', 'other.example.com')]],
      'it has the TXT record "owner=github:9919 catalog=other.example.com" instead',
    ],
    ['for another owner', [[ownerLine('github:99', 'catalog.example.com')]], 'owner=github:99 catalog'],
    [
      'with other bytes',
      [['owner=\u00e9\u0000\u009b']],
      'it has the TXT record "owner=éU+0000U+009B" instead',
    ],
    ['not at all', [['v=spf1 -all']], 'it has no TXT record that begins with "owner="'],
    [
      'among 101',
      Array.from({ length: 101 }, () => [line]),
      'it has 101 TXT records; more than 100 are not read',
    ],
    ['among 1,000', Array.from({ length: 1_000 }, () => [line]), 'it has 1000 TXT records; more than 100'],
    [
      'among records that are too long',
      [[line], ...Array.from({ length: 66 }, () => strings('y'.repeat(255)))],
      'longer than 16 KiB',
    ],
    ['in no record', [], 'it has no TXT record'],
    ['in a name that does not exist', nxdomain, 'the name does not exist'],
  ] as const)('lack it %s', async (_how, answer, seen) => {
    const look = await lookedUp(answer);

    expect(look).toMatchObject({ result: 'missing' });
    expect(look.seen).toContain(seen);
  });

  it.each([
    ['fail', servfail, 'its name servers fail (SERVFAIL)'],
    ['refuse', refused, 'its name servers refuse to answer (REFUSED)'],
    ['do not answer', 'silence', 'no name server answered in time'],
  ] as const)('are unclear while name servers %s', async (_how, answer, seen) => {
    expect(await lookedUp(answer, name, 300)).toEqual({ result: 'unclear', seen });
  });

  it('cannot be those of a name that is too long for DNS', async () => {
    const long = `_tollbook.${'a.'.repeat(125)}com`;

    expect(await lookedUp([[line]], long)).toMatchObject({ result: 'missing' });
  });

  it('are looked for at exactly this name', async () => {
    const server = await nameServer(() => nxdomain);
    await new ProofRecords({ turns, servers: [server.address] }).look(name, line, 'pass');

    expect(new Set(server.asked)).toEqual(new Set([name]));
  });

  it('say nothing when the name server of this machine is down', async () => {
    const nobody = new ProofRecords({ turns, servers: ['127.0.0.1:9'] });

    await expect(nobody.look(name, line, 'person')).rejects.toThrow(CannotAsk);
  });

  it('are asked for by at most a few persons at once', async () => {
    const { address } = await nameServer(() => 'silence');
    const records = new ProofRecords({ turns, servers: [address], deadlineMs: 200 });
    const looks = await Promise.allSettled(
      Array.from({ length: 20 }, () => records.look(name, line, 'person')),
    );

    expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});
