import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GitHubRepository } from '../../../../src/adapters/github/github-repository.ts';
import { catalogFolder } from '../../../../src/domain/catalog-file.ts';
import { CatalogMoved, CommitFailure } from '../../../../src/domain/commit.ts';
import { CloneMaker } from '../../../support/clone-maker.ts';
import { type Fault, GitHubDouble } from '../../../support/github/github-double.ts';
import { runProcess } from '../../../support/run-process.ts';
import { aSigner, isSigned } from '../../../support/signing-key.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { repositorySuite } from '../../../support/suites/repository.ts';

/** The double is slow on a busy machine: it runs git. */
const patience = { tryMs: 20_000, retries: 3, pauseMs: 5, betweenWritesMs: 0, longestWaitSeconds: 1 };
const at = new Date('2026-02-03T04:05:06.000Z');
const file = { path: 'services/ab/a.json', text: 'a\n' };
const serverError = { status: 502, body: { message: 'Bad Gateway' } };

async function aDouble(): Promise<GitHubDouble> {
  const double = await GitHubDouble.start([{ path: 'catalog/services/ab/old.json', content: 'old\n' }]);
  onTestFinished(() => double.stop());
  return double;
}

type Options = Partial<Parameters<typeof GitHubRepository.open>[0]>;

const clones = new CloneMaker();

/** With a clone that is there already, unless a folder is given. */
async function open(double: GitHubDouble, options: Options = {}): Promise<GitHubRepository> {
  const openIn = (folder: string, more: Options = {}) =>
    GitHubRepository.open({ ...double.place, folder, committerName: 'tollbook', patience, ...more });
  const folder =
    options.folder ?? (await clones.clone(`${double.url}/acme/listings.git`, (made) => openIn(made)));
  return openIn(folder, options);
}

/** The catalog files on the branch. */
const onBranch = (double: GitHubDouble, path: string, branch = 'main') =>
  double.repository.file(branch, `${catalogFolder}/${path}`);

/** Lets the first calls of a kind fail. */
function failFirst(double: GitHubDouble, method: string, count: number, fault: Fault): void {
  let left = count;
  double.faults = (call) => {
    if (call.method !== method || left === 0) return undefined;
    left -= 1;
    return fault;
  };
}

describe('a repository on GitHub', () => {
  repositorySuite(async () => {
    const double = await aDouble();
    const repository = await open(double);

    return {
      repository,
      committed: (path) => onBranch(double, path),
      messages: () => double.repository.messages('main'),
      obstruct: () => {
        double.protection = {
          status: 422,
          body: { message: 'Changes must be made through a pull request.' },
        };
        return Promise.resolve(() => {
          double.protection = undefined;
          return Promise.resolve();
        });
      },
      close: async () => {
        failFirst(double, 'POST', 1, {
          when: 'before',
          answer: { status: 403, headers: { 'Retry-After': '2' }, body: { message: 'Slow down.' } },
        });
        await expect(repository.commit([file], 'A', at)).rejects.toThrow(CommitFailure);
        return () =>
          vi.waitFor(async () => {
            expect(await repository.commitObstacle()).toBeUndefined();
          }, 10_000);
      },
    };
  });
});

describe('a commit on GitHub with a key to sign with', () => {
  const message = 'Register 2 services\n\n- one\n- Grüße, 世界';

  async function aSignedCatalog(committerName: string) {
    const [double, home] = [await aDouble(), await temporaryFolder()];
    const { signCommit, describe: describeSigner } = await aSigner(home);
    const signers = join(home, 'signers');
    await writeFile(signers, describeSigner(['tollbook']));

    return {
      double,
      repository: await open(double, { committerName, signCommit }),
      verifies: (commit: string) => isSigned(double.repository.path, commit, signers),
    };
  }

  it.each(['My catalog 2.0', 'Catalog Inc.'])(
    'is one that git verifies, by %j, however GitHub ends the signature, and also if the answer is lost',
    async (name) => {
      const { double, repository, verifies } = await aSignedCatalog(name);
      const ways = [
        () => undefined,
        () => (double.printSignature = (signature) => `${signature}\n`),
        () => {
          failFirst(double, 'POST', 2, { when: 'after', reset: true });
        },
      ];

      for (const [i, change] of ways.entries()) {
        change();
        const changed = [{ ...file, text: String(i) }];
        const { commit } = await repository.commit(changed, message, new Date('2026-02-03T04:05:06.789Z'));
        expect(await double.repository.head('main')).toBe(commit);
        expect(await verifies(commit)).toBe(true);
      }
      expect(await double.repository.messages('main')).toEqual(['Start', ...ways.map(() => message)]);
    },
  );

  it('is refused, and the branch stays, where GitHub drops the signature, or writes anything else than was signed', async () => {
    const { double, repository } = await aSignedCatalog('tollbook');
    const head = await double.repository.head('main');

    double.printSignature = () => '';
    await expect(repository.commit([file], message, at)).rejects.toThrow(CommitFailure);
    double.printSignature = (signature) => signature;
    double.printMessage = (text) => `${text}\n`;
    await expect(repository.commit([file], message, at)).rejects.toMatchObject({
      name: 'CommitFailure',
      message: expect.stringContaining('unset SIGNING_KEY') as string,
    });
    expect(await double.repository.head('main')).toBe(head);
    double.printMessage = (text) => text;
    await repository.commit([file], message, at);
    expect(await double.repository.messages('main')).toEqual(['Start', message]);
  });

  it('has no signature without a key', async () => {
    const double = await aDouble();
    const { commit } = await (await open(double)).commit([file], message, at);

    expect(await double.repository.text(commit)).not.toContain('gpgsig');
  });
});

describe('a call that fails', () => {
  const faults: [string, Fault][] = [
    ['a server error', { when: 'before', answer: serverError }],
    ['a server error after it took effect', { when: 'after', answer: serverError }],
    ['a broken connection', { when: 'before', reset: true }],
    ['a broken connection after it took effect', { when: 'after', reset: true }],
    ['no answer in time', { when: 'before', silent: true }],
    ['no answer in time after it took effect', { when: 'after', silent: true }],
  ];

  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Has the time of a try run out when it gets no answer, and not before. */
  function endSilentTries(double: GitHubDouble): void {
    let control = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(patience.tryMs);
      control = new AbortController();
      return control.signal;
    });
    double.onSilence = () => {
      control.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    };
  }

  it.each(faults)('is tried again, until all tries are used up: %s', async (_what, fault) => {
    const double = await aDouble();
    endSilentTries(double);
    const repository = await open(double);
    for (const method of ['POST', 'PATCH']) {
      failFirst(double, method, 2, fault);
      const { commit } = await repository.commit([{ ...file, text: method }], method, at);
      expect(await double.repository.head('main')).toBe(commit);
    }
    if (fault.when === 'after') {
      failFirst(double, 'PATCH', Infinity, fault);
      const { commit } = await repository.commit([file], 'Only the answer is lost', at);
      expect(await double.repository.head('main')).toBe(commit);
      expect(await repository.version()).toEqual({ commit, changedAt: at.toISOString() });
    }
    const before = await double.repository.messages('main');
    expect(before.slice(0, 3)).toEqual(['Start', 'POST', 'PATCH']);
    expect(before).toHaveLength(fault.when === 'after' ? 4 : 3);

    failFirst(double, 'POST', Infinity, fault);
    await expect(repository.commit([{ ...file, text: 'b' }], 'B', at)).rejects.toThrow(CommitFailure);
    expect(await double.repository.messages('main')).toEqual(before);
  });

  it('is recognized as successful even when others have committed on top by then', async () => {
    const double = await aDouble();
    const repository = await open(double);
    double.faults = ({ method }) => {
      if (method !== 'PATCH') return undefined;
      return { when: 'after', reset: true };
    };
    double.afterMove = async () => {
      double.afterMove = undefined;
      await double.repository.push('main', [{ path: 'README.md', content: 'New.' }], 'Others');
    };

    await repository.commit([file], 'A', at);
    expect(await double.repository.messages('main')).toEqual(['Start', 'A', 'Others']);
  });
});

describe('the history of a catalog on GitHub', () => {
  it('ends with our own commits until they are fetched', async () => {
    const double = await aDouble();
    const repository = await open(double);
    const { history } = repository;
    const start = (await history.extent()).head;
    const first = await repository.commit([file], 'A', at);
    const second = await repository.commit([{ path: file.path, text: null }], 'B', at);

    const { head, unfetched } = await history.extent();
    expect(head).toBe(start);
    expect(unfetched.map(({ commit, at: time }) => [commit, time])).toEqual([
      [first.commit, at],
      [second.commit, at],
    ]);
    expect(unfetched[1]?.files).toEqual([{ path: file.path, blob: null }]);
    const blob = unfetched[0]?.files[0]?.blob ?? '';
    expect(await history.texts([blob])).toEqual(new Map([[blob, file.text]]));

    await repository.pull();
    expect(await history.extent()).toEqual({ head: second.commit, depth: '', unfetched: [] });
    const fetched = [];
    for await (const some of history.commits({ after: start, upTo: second.commit })) fetched.push(...some);
    expect(fetched).toEqual(unfetched);
  });
});

it('pauses between the three writes of a commit', async () => {
  const repository = await open(await aDouble(), { patience: { ...patience, betweenWritesMs: 150 } });

  const begun = performance.now();
  await repository.commit([file], 'A', at);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * 150);
});

describe('the pace of pushes', () => {
  it('delays ready(), and never a commit itself', async () => {
    const repository = await open(await aDouble());
    const patience = new AbortController();
    for (let i = 0; i < 6; i += 1) {
      await repository.ready(patience.signal);
      await repository.commit([{ path: `services/ab/${String(i)}.json`, text: 'a' }], 'A', at);
    }

    let isReady = false;
    const ready = repository.ready(patience.signal).then(() => (isReady = true));
    await repository.commit([file], 'One more, which nobody delayed', at);
    expect(isReady).toBe(false);
    patience.abort();
    await ready;
  });

  it('does not delay a commit that will be refused', async () => {
    const double = await aDouble();
    const repository = await open(double);
    for (let i = 0; i < 6; i += 1) await repository.commit([{ ...file, text: String(i) }], 'A', at);
    failFirst(double, 'POST', Infinity, { when: 'before', answer: serverError });
    await expect(repository.commit([file], 'A', at)).rejects.toThrow(CommitFailure);

    await repository.ready(new AbortController().signal);
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ isRefusal: true });
  });
});

describe('GitHub that refuses', () => {
  it('fails the commit with a sentence for the operator when the token is revoked', async () => {
    const double = await aDouble();
    const repository = await open(double);
    double.token = 'another-token';

    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({
      name: 'CommitFailure',
      message: expect.stringContaining('GITHUB_TOKEN') as string,
      retryAfterSeconds: 60,
    });
    double.token = 'good-token';
    await repository.commit([file], 'A', at);
  });

  it.each([
    [403, 'Resource not accessible by personal access token'],
    [422, 'Changes must be made through a pull request.'],
  ])('fails the commit and names the rule when the branch is protected (%i)', async (status, message) => {
    const double = await aDouble();
    const repository = await open(double);
    double.protection = { status, body: { message } };

    await expect(repository.commit([file], 'A', at)).rejects.toThrow(message);
    expect(double.calls.filter((call) => call.startsWith('PATCH '))).toHaveLength(1);
    expect(await onBranch(double, file.path)).toBeUndefined();
  });

  it('fails the commit when it asks for a long pause, and gets no commit before that is over', async () => {
    const double = await aDouble();
    const repository = await open(double);
    failFirst(double, 'POST', 1, {
      when: 'before',
      answer: {
        status: 403,
        headers: { 'Retry-After': '60' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      },
    });

    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    await repository.isBehind();
    const asked = double.calls.length;
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(double.calls).toHaveLength(asked);
  });

  it('fails the commit when the rate limit is used up, with the time until its reset', async () => {
    const double = await aDouble();
    const repository = await open(double);
    const reset = Math.ceil(Date.now() / 1000) + 600;
    failFirst(double, 'POST', 1, {
      when: 'before',
      answer: {
        status: 403,
        headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(reset) },
        body: { message: 'API rate limit exceeded' },
      },
    });

    const failure = await repository.commit([file], 'A', at).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommitFailure);
    expect((failure as CommitFailure).retryAfterSeconds).toBeGreaterThan(590);
  });

  it('gets no commits after it failed, until a poll finds that it is back', async () => {
    const double = await aDouble();
    const repository = await open(double);
    const comeBack = await double.goAway();

    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ retryAfterSeconds: 10 });
    await comeBack();
    await expect(repository.commit([file], 'A', at)).rejects.toMatchObject({ isRefusal: true });
    await repository.isBehind();
    await repository.commit([file], 'A', at);
    expect(await onBranch(double, file.path)).toBe(file.text);
  });

  it('delays the commit when it asks for a short pause', async () => {
    const double = await aDouble();
    const repository = await open(double);
    failFirst(double, 'POST', 1, {
      when: 'before',
      answer: {
        status: 429,
        headers: { 'Retry-After': '1' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      },
    });

    await repository.commit([file], 'A', at);
    expect(await onBranch(double, file.path)).toBe('a\n');
  });
});

describe('a branch that moves', () => {
  it('takes one of two commits made at once though both change the same in the same way', async () => {
    const double = await aDouble();
    const servers = await Promise.all([open(double), open(double)]);

    const outcomes = await Promise.allSettled(servers.map((server) => server.commit([file], 'A', at)));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { name: 'CatalogMoved' } }]);
    expect(await double.repository.messages('main')).toEqual(['Start', 'A']);
  });

  it('refuses a commit, and has both commits once the catalog has caught up', async () => {
    const double = await aDouble();
    const repository = await open(double);
    await double.repository.push('main', [{ path: 'catalog/services/ab/b.json', content: 'b' }], 'Others');

    await expect(repository.commit([file], 'A', at)).rejects.toThrow(CatalogMoved);
    expect(await repository.pull()).toEqual(new Set(['services/ab/b.json']));
    await repository.commit([file], 'A', at);
    expect(await double.repository.messages('main')).toEqual(['Start', 'Others', 'A']);
  });

  it('is noticed by isBehind()', async () => {
    const double = await aDouble();
    const repository = await open(double);
    expect(await repository.isBehind()).toBe(false);
    expect(await repository.isBehind()).toBe(false);

    await double.repository.push('main', [{ path: 'README.md', content: 'New.' }], 'Others');
    expect(await repository.isBehind()).toBe(true);
  });

  it('is followed even after a forced push', async () => {
    const double = await aDouble();
    const repository = await open(double);
    await repository.commit([file], 'A', at);
    const other = await double.repository.tree(undefined, [
      { path: 'catalog/services/cd/c.json', content: 'c' },
    ]);
    const author = { name: 'Grace', email: 'grace@example.com', date: at.toISOString() };
    await double.repository.setHead('main', await double.repository.commit('Anew', other, [], author));

    expect(await repository.pull()).toEqual(
      new Set(['services/ab/a.json', 'services/ab/old.json', 'services/cd/c.json']),
    );
    expect(await repository.isBehind()).toBe(false);
  });

  it('never exposes the targets of links that lead out of the catalog', async () => {
    const double = await aDouble();
    const folder = join(await temporaryFolder(), 'clone');
    const repository = await open(double, { folder });
    const hash = await double.repository.git(['hash-object', '-w', '--stdin'], {}, '/etc/passwd');
    const env = { GIT_INDEX_FILE: join(double.repository.path, 'link-index') };
    await double.repository.git(['read-tree', 'main'], env);
    await double.repository.git(
      ['update-index', '--add', '--cacheinfo', `120000,${hash},catalog/services/ab/link.json`],
      env,
    );
    const tree = await double.repository.git(['write-tree'], env);
    const head = (await double.repository.head('main')) ?? '';
    const author = { name: 'Mallory', email: 'mallory@example.com', date: at.toISOString() };
    await double.repository.setHead('main', await double.repository.commit('Link', tree, [head], author));

    await repository.pull();
    expect(await readFile(join(folder, 'catalog/services/ab/link.json'), 'utf8')).toBe('/etc/passwd');
  });
});

describe('a branch that is renamed', () => {
  async function rename(double: GitHubDouble): Promise<void> {
    await double.repository.git(['branch', '--move', 'main', 'trunk']);
    await double.repository.git(['symbolic-ref', 'HEAD', 'refs/heads/trunk']);
    double.defaultBranch = 'trunk';
  }

  it('is followed if it is the default branch', async () => {
    const double = await aDouble();
    const repository = await open(double);
    await rename(double);

    await expect(repository.commit([file], 'A', at)).rejects.toThrow(CatalogMoved);
    await repository.pull();
    await repository.commit([file], 'A', at);
    expect(await onBranch(double, file.path, 'trunk')).toBe('a\n');
  });

  it('fails commits, and names the setting, if it was given by name', async () => {
    const double = await aDouble();
    const repository = await open(double, { branch: 'main' });
    await rename(double);

    await expect(repository.commit([file], 'A', at)).rejects.toThrow('GITHUB_BRANCH');
  });
});

describe('opening', () => {
  it('uses the existing clone, even while GitHub is down', async () => {
    const double = await aDouble();
    const folder = join(await temporaryFolder(), 'clone');
    const { commit } = await (await open(double, { folder })).commit([file], 'A', at);
    const comeBack = await double.goAway();

    const again = await open(double, { folder });
    await expect(again.isBehind()).rejects.toThrow();
    await comeBack();
    expect(await again.isBehind()).toBe(true);
    await again.pull();
    expect(await again.version()).toMatchObject({ commit });
  });

  it('says why it cannot make a clone', async () => {
    const double = await aDouble();
    const folder = join(await temporaryFolder(), 'clone');
    double.token = 'another-token';

    await expect(open(double, { folder })).rejects.toThrow(
      /^the catalog cannot be cloned from acme\/listings: GitHub does not accept the credentials/,
    );
    double.token = 'good-token';
    expect(await open(double, { folder })).toBeDefined();
  });

  it('makes a new clone when the old one is damaged', async () => {
    const double = await aDouble();
    const folder = join(await temporaryFolder(), 'clone');
    const { commit } = await (await open(double, { folder })).commit([file], 'A', at);
    await writeFile(join(folder, '.git', 'HEAD'), 'ref: refs/heads/nowhere');

    const again = await open(double, { folder });
    expect(await again.version()).toMatchObject({ commit });
    expect(await readFile(join(folder, catalogFolder, file.path), 'utf8')).toBe(file.text);
  });

  it('ignores locks that a crash left behind', async () => {
    const double = await aDouble();
    const folder = join(await temporaryFolder(), 'clone');
    await open(double, { folder });
    await writeFile(join(folder, '.git', 'index.lock'), '');
    await double.repository.push('main', [{ path: 'catalog/services/ab/b.json', content: 'b' }], 'Others');

    const again = await open(double, { folder });
    expect(await again.pull()).toEqual(new Set(['services/ab/b.json']));
  });
});

it('keeps the token out of the clone', async () => {
  const double = await aDouble();
  const folder = join(await temporaryFolder(), 'clone');
  await open(double, { folder });

  const found = await runProcess('grep', ['-r', '-l', 'good-token', folder]);
  expect(found.stdout).toBe('');
});

it('accepts the credentials of an App, and fetches tokens on demand', async () => {
  const double = await aDouble();
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const repository = await open(double, {
    credentials: { appId: '1', privateKey, installationId: '2' },
    folder: join(await temporaryFolder(), 'clone'),
  });

  await repository.commit([file], 'A', at);
  expect(await onBranch(double, file.path)).toBe('a\n');
  expect(double.calls.filter((call) => call.endsWith('/access_tokens'))).toHaveLength(1);
});
