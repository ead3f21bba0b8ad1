import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DidNotStart, type RunningServer, type Workplace } from '../../support/running-server.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

let workplace: Workplace;
let first: RunningServer;

beforeEach(async () => {
  workplace = await aWorkplace();
  first = await aServer(workplace);
});

describe('a second server on one catalog', () => {
  it('refuses to start with the reason, whatever its other folders, and leaves the first alone', async () => {
    const link = join(workplace.folder, 'link');
    await symlink(workplace.catalog, link);

    for (const settings of [{}, { DATA_DIR: join(workplace.folder, 'other data') }, { CATALOG_DIR: link }]) {
      const refusal: unknown = await aServer(workplace, settings).catch((error: unknown) => error);

      expect(refusal).toBeInstanceOf(DidNotStart);
      expect(refusal).toMatchObject({
        code: 1,
        message: expect.stringMatching(
          new RegExp(
            `^tollbook cannot start: the catalog folder /.* is already served by another Tollbook \\(process ${String(first.pid)}\\); stop it first, or set CATALOG_DIR to another folder\n$`,
          ),
        ) as string,
      });
    }
    expect((await fetch(`${first.url}/api/services`)).status).toBe(200);
  });

  it('starts once the first was killed', async () => {
    await first.stop('SIGKILL');

    const second = await aServer(workplace);
    expect((await fetch(`${second.url}/api/services`)).status).toBe(200);
  });
});
