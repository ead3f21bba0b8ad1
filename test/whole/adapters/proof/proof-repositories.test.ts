import { beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';
import type { GitHubAccess } from '../../../../src/adapters/github/github-api.ts';
import { ProofRepositories } from '../../../../src/adapters/proof/proof-repositories.ts';
import type { Look } from '../../../../src/domain/ownership/method.ts';
import { CannotAsk } from '../../../../src/domain/probe.ts';
import { ownerLine } from '../../../../src/domain/proof.ts';
import { aService } from '../../../fixtures/services.ts';
import { GitHubDouble } from '../../../support/github/github-double.ts';

/** The double is slow on a busy machine: it runs git. */
const patience = { tryMs: 20_000, retries: 0, pauseMs: 0, betweenWritesMs: 0, longestWaitSeconds: 0 };
const line = ownerLine('github:9919', 'catalog.example.com');
const service = aService({ endpoint: 'https://api.example.com/v1' });
const path = '.well-known/tollbook.txt';
const turns = {
  inTurn: <Result>(_host: string, _requester: unknown, task: () => Promise<Result>): Promise<Result> =>
    task(),
};

let github: GitHubDouble;

beforeAll(async () => {
  github = await GitHubDouble.start([{ path, content: `# ours\r\n${line}\r\n` }]);
});
afterAll(() => github.stop());
beforeEach(() => {
  Object.assign(github, { homepage: 'https://api.example.com', isPrivate: false, defaultBranch: 'main' });
  Object.assign(github, { token: 'good-token', faults: () => undefined });
});

function look(
  evidence = 'https://github.com/acme/listings',
  credentials: GitHubAccess['credentials'] | null = github.place.credentials,
): Promise<Look> {
  const access = { apiUrl: github.url, credentials: credentials ?? undefined };

  return new ProofRepositories(access, turns, patience).look(evidence, line, 'person', service);
}

describe('a look for the line of an owner in a repository', () => {
  it('finds it on the default branch, with the commit as evidence, which can be looked at again', async () => {
    const commit = (await github.repository.head('main')) ?? '';
    const evidence = `https://github.com/acme/listings/blob/${commit}/${path}`;

    expect(await look()).toEqual({ result: 'found', seen: `it has the line "${line}"`, evidence });
    expect((await look(evidence)).result).toBe('found');
  });

  it.each(['https://api.example.com/docs', 'HTTP://API.example.com:8080', 'api.example.com'])(
    'takes the homepage %s for one at the host',
    async (homepage) => {
      github.homepage = homepage;

      expect((await look()).result).toBe('found');
    },
  );

  it.each([
    [null, 'it has no homepage; set it in the About section of the repository'],
    ['https://example.com', 'its homepage is "https://example.com"'],
    ['https://api.example.com.evil.example', 'its homepage is "https://api.example.com.evil.example"'],
    ['https://api.example.com@evil.example', 'its homepage is "https://api.example.com@evil.example"'],
    ['javascript:api.example.com', 'its homepage is "javascript:api.example.com"'],
  ])('misses it where the homepage is %s', async (homepage, seen) => {
    github.homepage = homepage;

    expect(await look()).toEqual({ result: 'missing', seen });
    expect(github.calls.at(-1)).toBe('GET /repos/acme/listings');
  });

  it('tells nobody what the operator may read', async () => {
    const unknown = { result: 'missing', seen: 'GitHub knows no such public repository' };
    github.isPrivate = true;

    expect(await look()).toEqual(unknown);
    expect(await look('https://github.com/acme/other')).toEqual(unknown);
  });

  it('misses it on another branch, and in another line', async () => {
    await github.repository.push(
      'next',
      [{ path, content: ownerLine('acme', 'catalog.example.com') }],
      'Next',
    );
    github.defaultBranch = 'next';
    expect(await look()).toMatchObject({
      result: 'missing',
      seen: 'it has the line "owner=acme catalog=catalog.example.com" instead',
    });

    await github.repository.push('empty', [{ path: 'README.md', content: '' }], 'Empty');
    github.defaultBranch = 'empty';
    expect(await look()).toEqual({
      result: 'missing',
      seen: `its branch empty has no file ${path} of at most 4 KiB`,
    });
  });

  it('reads no long file', async () => {
    await github.repository.push('long', [{ path, content: `${line}\n`.padEnd(5_000, '#') }], 'Long');
    github.defaultBranch = 'long';

    expect(await look()).toMatchObject({ seen: `its branch long has no file ${path} of at most 4 KiB` });
  });

  it('reads no long answer, and waits for nobody who fails', async () => {
    const huge = { full_name: 'acme/listings', description: 'x'.repeat(300_000) };
    github.faults = () => ({ when: 'before', answer: { status: 200, body: huge } });
    expect(await look()).toEqual({ result: 'unclear', seen: 'GitHub does not answer' });

    github.faults = () => ({ when: 'before', answer: { status: 502, body: {} } });
    expect((await look()).result).toBe('unclear');
  });

  it('is no look where GitHub refuses this machine', async () => {
    const wait = { 'retry-after': '60' };
    github.faults = () => ({ when: 'before', answer: { status: 429, body: {}, headers: wait } });
    await expect(look()).rejects.toThrow(CannotAsk);

    github.faults = () => ({ when: 'before', answer: { status: 401, body: {} } });
    await expect(look()).rejects.toThrow(CannotAsk);
  });

  it('needs no credentials', async () => {
    github.token = '';

    expect((await look('https://github.com/acme/listings', null)).result).toBe('found');
  });
});
