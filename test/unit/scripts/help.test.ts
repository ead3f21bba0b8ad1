import { describe, expect, it } from 'vitest';
import { auditCommand } from '../../../scripts/audit.ts';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { demoCommand } from '../../../scripts/demo.ts';
import { evidenceCommand } from '../../../scripts/evidence.ts';
import { keysCommand } from '../../../scripts/keys.ts';
import { mirrorCommand } from '../../../scripts/mirror.ts';
import { probeCommand } from '../../../scripts/probe.ts';
import { publishCommand } from '../../../scripts/publish.ts';
import { releaseCommand } from '../../../scripts/release.ts';
import { reviewCommand } from '../../../scripts/review.ts';
import { stateCommand } from '../../../scripts/state.ts';
import { tollbookCommand } from '../../../scripts/tollbook/tollbook-command.ts';
import { callCommand } from '../../support/call-command.ts';

const commands = {
  audit: auditCommand,
  catalog: catalogCommand,
  demo: demoCommand,
  evidence: evidenceCommand,
  keys: keysCommand,
  mirror: mirrorCommand,
  probe: probeCommand,
  publish: publishCommand,
  release: releaseCommand,
  review: reviewCommand,
  state: stateCommand,
  tollbook: tollbookCommand,
};

describe('every command', () => {
  it.each<[keyof typeof commands, readonly string[], readonly string[]]>([
    ['audit', [], ['--since', '--owner', '--service', '--before', '--limit', '--json']],
    ['catalog', [], ['check', 'new', 'import', 'export']],
    ['catalog', ['check'], ['--fix']],
    ['catalog', ['new'], ['--name', '--endpoint', '--price', '--free-quota', '--network', '--address']],
    ['catalog', ['import'], ['<file>', '--category-file', '--dry-run']],
    ['catalog', ['export'], ['<file>']],
    ['demo', [], ['--port']],
    ['evidence', [], ['--from', '--source', '--json']],
    ['keys', [], ['create', 'list', 'revoke', 'block', 'unblock', 'blocks']],
    ['keys', ['create'], ['--owner', '--expires', '--json']],
    ['keys', ['list'], ['--json']],
    ['keys', ['revoke'], ['<id>']],
    ['keys', ['block'], ['<owner or host>', '--reason', '--as']],
    ['keys', ['unblock'], ['<owner or host>', '--as']],
    ['keys', ['blocks'], ['--json']],
    [
      'mirror',
      [],
      ['--from', '--to', '--follow', '--verify', '--signers', '--log-key', '--format', '--json'],
    ],
    ['probe', [], ['[what]', '--all']],
    ['publish', [], ['--out', '--no-probe']],
    ['release', [], ['--tag']],
    ['review', [], ['[base]', '[head]', '--probe', '--report']],
    ['state', [], ['backup', 'copy']],
    ['state', ['backup'], ['--to']],
    ['state', ['copy'], ['--json', 'DATABASE_URL']],
    ['tollbook', [], ['search', 'show', 'verify', 'register', 'mirror', 'Exit codes:']],
    ['tollbook', ['register'], ['<file>', '--key', 'TOLLBOOK_KEY', '--dry-run', 'TOLLBOOK_URL']],
  ])('explains itself: %s %j --help', async (name, args, words) => {
    const { code, stdout, stderr } = await callCommand(commands[name], [...args, '--help']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: ');
    for (const word of words) expect(stdout).toContain(word);
  });

  it.each(['keys', 'catalog'] as const)('refuses an unknown option: %s', async (name) => {
    const { code, stdout, stderr } = await callCommand(commands[name], ['--nonsense']);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("unknown option '--nonsense'");
  });
});
