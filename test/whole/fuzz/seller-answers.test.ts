import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
// eslint-disable-next-line no-restricted-imports -- Some sellers are slow.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../src/adapters/probe/polite-probe.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { networks } from '../../../src/domain/network.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import { verdicts } from '../../../src/domain/verdict.ts';
import { observedOf } from '../../../src/live/observations.ts';
import { type Examination, examine } from '../../../src/verification/examine.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { caseCount, casesTimeoutMs, seed } from '../../support/cases.ts';
import { validationOf } from '../../../src/views/validation.ts';
import { openDescriptors } from '../../support/descriptors.ts';
import { longestStallMs } from '../../support/stall.ts';
import { aResult, declared } from '../../fixtures/answers.ts';
import { answer, type Script, type SellerCase, sellerCases } from './seller-cases.ts';
import fc from 'fast-check';

const at = new Date('2026-02-03T04:05:06.000Z');

/** All strings in a value, including its keys. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];

  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)]);
}

function expectShowable(shown: unknown, maxCharacters: number): void {
  expect(JSON.stringify(shown).length).toBeLessThan(maxCharacters);
  expect(textsOf(shown).filter((text) => hiddenCharacter(text) !== undefined)).toEqual([]);
}

/** Expects what is true of every check, whatever the answer was. */
function expectSound(examination: Examination): void {
  expect(Object.keys(verdicts)).toContain(examination.verdict);
  expect(examination.detail.length).toBeLessThan(3_000);
  expect(examination.terms.length).toBeLessThanOrEqual(64);
  expect(examination.remarks.length).toBeLessThanOrEqual(20);
  const { request, sent, ...judged } = examination;
  // 64 terms with texts of maximum length.
  expectShowable(judged, 50_000);
  // Examples, and what the seller sent, may have line breaks, which are escaped in JSON.
  expectShowable({ request: JSON.stringify(request ?? null) }, 40_000);
  expectShowable({ sent: JSON.stringify(sent ?? null) }, 40_000);
  expectShowable(validationOf(examination, true), 60_000);
}

function expectSoundStanding(standing: Standing): void {
  const { termsKey, ...shown } = standing;

  expectShowable(shown, 10_000);
  expect(termsKey?.length ?? 0).toBeLessThan(40_000);
  expect(standing.chains.length).toBeLessThanOrEqual(networks.length + 4);
  const { facts, ...observed } = observedOf({ ...noFacts, standing }, declared);
  expect(facts.standing).toBe(standing);
  expectShowable(observed, 5_000);
}

describe('every answer of a seller', () => {
  it(
    'is judged without throwing, in bounded and printable text',
    () => {
      let standing = unchecked;

      fc.assert(
        fc.property(answer, fc.boolean(), (seen, isDeclared) => {
          const examination = examine(aResult(seen), isDeclared ? declared : undefined);
          standing = advance(standing, { at, ...examination });

          expectSound(examination);
          expectSoundStanding(standing);
          expectSoundStanding(advance(unchecked, { at, ...examination }));
        }),
        { seed, numRuns: caseCount(2_000) },
      );
    },
    casesTimeoutMs,
  );
});

/** Runs the script of a connection. */
async function play({ pieces, pauseMs, ending }: Script, socket: Socket): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    if (pieces.length > 1) await sleep(pauseMs);
  }
  if (ending === 'close') socket.end();
  if (ending === 'reset') socket.resetAndDestroy();
}

/** One server for all sellers, which have host names of their own, such as `s7.example.com`. */
async function sellers(cases: readonly SellerCase[]): Promise<{ port: number; open: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', (request) => {
      const [, path, host] = /^\w+ (\S+)[^]*\r\nHost: s(\d+)\./i.exec(request.toString('latin1')) ?? [];
      const seller = cases[Number(host)];
      if (seller) void play(path === '/robots.txt' ? seller.robots : seller.answer, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  return { port: z.object({ port: z.number() }).parse(server.address()).port, open: () => sockets.size };
}

const atOnce = 6;
const megabyte = 2 ** 20;
/** The limit for blocking the event loop, in milliseconds. A single case takes a fifth of it. */
const longestStall = 250;

describe('every seller', () => {
  it(
    'is probed without throwing, blocking or leaking',
    async () => {
      const cases = sellerCases(caseCount(30));
      const { port, open } = await sellers(cases);
      const polite = (): PoliteProbe =>
        new PoliteProbe({
          probe: new HttpProbe({
            userAgent: 'tollbook/0',
            allowPrivate: true,
            deadlineMs: 250,
            reach: { resolve: () => Promise.resolve(['127.0.0.1']) },
          }),
        });
      const meet = async (prober: PoliteProbe, i: number): Promise<void> => {
        const endpoint = `http://s${String(i)}.example.com:${String(port)}/v1`;
        const result = await prober
          .probe({ endpoint }, i % 2 === 0 ? 'pass' : 'person')
          .catch((error: unknown) => {
            if (!(error instanceof CannotAsk)) {
              throw new Error(`seed ${String(seed)}, case ${String(i)}`, { cause: error });
            }
          });
        if (result && 'outcome' in result) expectSound(examine(result, declared));
      };
      const meetSome = async (numbers: readonly number[]): Promise<void> => {
        const prober = polite();
        await Promise.all(numbers.map((i) => meet(prober, i)));
      };
      const filesBefore = openDescriptors();
      const memoryBefore = process.memoryUsage.rss();

      for (let first = 0; first < cases.length; first += atOnce) {
        const numbers = cases.slice(first, first + atOnce).map((_, i) => first + i);
        const stall = await longestStallMs(longestStall, () => meetSome(numbers));

        expect(stall, `seed ${String(seed)}, cases ${numbers.join(', ')}`).toBeLessThan(longestStall);
      }
      await expect.poll(open).toBe(0);
      await expect.poll(() => openDescriptors()).toBeLessThanOrEqual(filesBefore);
      expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(400 * megabyte);
    },
    casesTimeoutMs,
  );
});
