import { describe, expect } from 'vitest';
import { inWorkplace as it } from '../../support/workplace.ts';

describe.concurrent('every command', () => {
  it.for([
    ['keys.ts', [], ['create', 'list', 'revoke', 'block', 'unblock', 'blocks']],
    ['keys.ts', ['create'], ['--owner', '--expires', '--json']],
    ['keys.ts', ['list'], ['--json']],
    ['keys.ts', ['revoke'], ['<id>']],
    ['keys.ts', ['block'], ['<owner or host>', '--reason', '--as']],
    ['keys.ts', ['unblock'], ['<owner or host>', '--as']],
    ['keys.ts', ['blocks'], ['--json']],
    ['state.ts', [], ['backup', 'copy']],
    ['state.ts', ['backup'], ['--to']],
    ['state.ts', ['copy'], ['--json', 'DATABASE_URL']],
    ['catalog.ts', [], ['check', 'new', 'import', 'export']],
    ['catalog.ts', ['check'], ['--fix']],
    ['catalog.ts', ['new'], ['--name', '--endpoint', '--price', '--free-quota', '--network', '--address']],
    ['catalog.ts', ['import'], ['<file>', '--category-file', '--dry-run']],
    ['catalog.ts', ['export'], ['<file>']],
    ['build.ts', [], ['DIST_DIR']],
    ['demo.ts', [], ['--port']],
    ['schemas.ts', [], ['--check']],
    ['probe.ts', [], ['[what]', '--all']],
    ['review.ts', [], ['[base]', '[head]', '--probe', '--report']],
    ['publish.ts', [], ['--out', '--no-probe']],
    [
      'mirror.ts',
      [],
      ['--from', '--to', '--follow', '--verify', '--signers', '--log-key', '--format', '--json'],
    ],
    ['tollbook.ts', [], ['search', 'show', 'verify', 'register', 'mirror', 'Exit codes:']],
    ['tollbook.ts', ['register'], ['<file>', '--key', 'TOLLBOOK_KEY', '--dry-run', 'TOLLBOOK_URL']],
    ['package.ts', [], ['--out']],
    ['release.ts', [], ['--tag']],
    ['eval.ts', [], ['--folder', '--intent', '--keywords']],
  ] as const)('explains itself: %s %j --help', async ([script, args, words], { workplace }) => {
    const { code, stdout, stderr } = await workplace.attempt(script, [...args, '--help']);

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('Usage: ');
    for (const word of words) expect(stdout).toContain(word);
  });

  it.for(['keys.ts', 'catalog.ts'])('refuses an unknown option: %s', async (script, { workplace }) => {
    const { code, stdout, stderr } = await workplace.attempt(script, ['--nonsense']);

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain("unknown option '--nonsense'");
  });
});
