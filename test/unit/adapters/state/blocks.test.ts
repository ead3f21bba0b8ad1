import { describe, expect, it } from 'vitest';
import { SqlBlocks } from '../../../../src/adapters/state/blocks.ts';
import type { Block, BlockKind } from '../../../../src/domain/block.ts';
import { aStateDatabase } from '../../../support/state-database.ts';

const at = new Date('2026-02-03T04:05:06.789Z');
const aBlock = (kind: BlockKind, subject: string, reason = 'Imitates others.'): Block => ({
  kind,
  subject,
  reason,
  at,
});

describe('SqlBlocks', () => {
  it('keeps an owner out until it is let in again', async () => {
    const blocks = new SqlBlocks(await aStateDatabase());
    const block = aBlock('owner', 'github:9919');
    await blocks.add(block);

    expect(await blocks.ownerBlock('github:9919')).toEqual(block);
    expect(await blocks.ownerBlock('github:991')).toBeUndefined();
    expect(await blocks.hostBlock('github:9919')).toBeUndefined();
    expect(await blocks.remove(block)).toBe(true);
    expect(await blocks.ownerBlock('github:9919')).toBeUndefined();
    expect(await blocks.remove(block)).toBe(false);
  });

  it('keeps out a host and its subdomains, and no other host', async () => {
    const blocks = new SqlBlocks(await aStateDatabase());
    const [domain, host] = [aBlock('host', 'evil.example'), aBlock('host', 'api.evil.example', 'Steals.')];
    await blocks.add(domain);
    await blocks.add(host);

    expect(await blocks.hostBlock('evil.example')).toEqual(domain);
    expect(await blocks.hostBlock('www.evil.example')).toEqual(domain);
    expect(await blocks.hostBlock('v1.api.evil.example')).toEqual(host);
    expect(await blocks.hostBlock('EVIL.example.')).toEqual(domain);
    for (const other of ['example', 'notevil.example', 'evil.example.com', 'evil', '', '.', '%', '_']) {
      expect(await blocks.hostBlock(other), other).toBeUndefined();
    }
    expect(await blocks.ownerBlock('evil.example')).toBeUndefined();
  });

  it('lists all of them, and replaces the reason of one that is there already', async () => {
    const blocks = new SqlBlocks(await aStateDatabase());
    await blocks.add(aBlock('owner', 'acme'));
    await blocks.add(aBlock('host', 'evil.example'));
    await blocks.add(aBlock('owner', 'acme', 'It\'s "worse"; DROP TABLE block'));

    expect(await blocks.list()).toEqual([
      aBlock('host', 'evil.example'),
      aBlock('owner', 'acme', 'It\'s "worse"; DROP TABLE block'),
    ]);
  });
});
