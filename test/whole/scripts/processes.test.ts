import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { bentServer } from '../../support/bent-server.ts';
import { runProcess } from '../../support/run-process.ts';
import { soon } from '../../support/soon.ts';
import { inWorkplace } from '../../support/workplace.ts';

/* Other tests call these commands in their own process. Here, each is a process of its own: what it prints and how it ends reach the shell. */

describe.concurrent('a command line', () => {
  inWorkplace.for<readonly [script: string, word: string]>([
    ['build.ts', 'DIST_DIR'],
    ['demo.ts', '--port'],
    ['eval.ts', '--keywords'],
    ['release.ts', '--tag'],
    ['review.ts', '--report'],
    ['schemas.ts', '--check'],
    ['state.ts', 'backup'],
  ])('explains itself on standard output: scripts/%s --help', async ([script, word], { workplace }) => {
    const { code, stdout, stderr } = await workplace.attempt(script, ['--help']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: /);
    expect(stdout).toContain(word);
  });

  inWorkplace.for<readonly [script: string, args: readonly string[], code: number, said: string]>([
    ['keys.ts', ['revoke', 'none'], 2, 'keys: that is no id of a key'],
    ['catalog.ts', ['--nonsense'], 2, "error: unknown option '--nonsense'"],
    ['mirror.ts', ['--to', 'x'], 2, "error: required option '--from <url>' not specified"],
    ['tollbook.ts', ['show', 'x', '--url', ''], 2, 'tollbook: no catalog is named'],
  ])(
    'fails on standard error: scripts/%s %j ends with %i',
    async ([script, args, code, said], { workplace }) => {
      const ended = await workplace.attempt(script, args);

      expect(ended).toMatchObject({ code, stdout: '' });
      expect(ended.stderr).toContain(said);
    },
  );
});

const tollbook = fileURLToPath(new URL('../../../scripts/tollbook.ts', import.meta.url));

const down = {
  status: 200,
  body: {
    id: 'x',
    state: 'down',
    verdict: 'unreachable',
    detail: null,
    checkedAt: null,
    since: null,
    fields: [],
    remarks: [],
  },
};

describe('tollbook', () => {
  it('reads standard input', async () => {
    const { url, seen } = await bentServer({ status: 200, body: { id: 'rain', endpoint: 'x' } });
    const args = [tollbook, 'register', '-', '--dry-run', '--json', '--key', 'tbk_a_b', '--url', url];

    expect(await runProcess(process.execPath, args, { input: '{"name":"Rain"}' })).toMatchObject({ code: 0 });
    expect(seen).toMatchObject([{ body: '{"name":"Rain"}' }]);
  });

  it('is silent when nobody reads its output any more, and keeps its exit code', async () => {
    const { url } = await bentServer(down);
    const child = spawn(process.execPath, [tollbook, 'verify', 'x', '--url', url], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));

    expect(await once(child, 'close')).toEqual([3, null]);
    expect(printed).toBe('');
  });

  it('fails, and says why, when its output cannot be written', async () => {
    const { url } = await bentServer(down);
    const args = ['-c', '"$0" "$@" >/dev/full', process.execPath, tollbook, 'verify', 'x', '--url', url];
    const { code, stderr } = await runProcess('sh', args);

    expect(code).toBe(1);
    expect(stderr).toContain('tollbook: the output cannot be written: ENOSPC');
  });

  it('prints everything, also to one who begins to read late', async () => {
    const { url, seen } = await bentServer({ ...down, body: { ...down.body, unknown: 'x'.repeat(1e6) } });
    const child = spawn(process.execPath, [tollbook, 'verify', 'x', '--json', '--url', url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await vi.waitFor(() => {
      expect(seen).not.toEqual([]);
    }, soon);

    expect((await text(child.stdout)).length).toBeGreaterThan(1e6);
  });
});
