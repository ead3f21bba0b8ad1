import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { follow } from '../../../support/guide-session.ts';
import type { GuidedCatalog } from '../../../support/guided-catalog.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Installs and links without the network; runs scripts. A mirror that follows is stopped once it has printed a change. */
const npmCode = `#!/bin/sh
case "$1" in
  ci) exec true ;;
  install) mkdir -p node_modules && exec ln -sfn "$2" node_modules/tollbook ;;
esac
shift
case "$*" in
  *--follow*) ;;
  *) exec node --run "$@" ;;
esac
followed=$(mktemp)
node --run "$@" > "$followed" 2>&1 & pid=$!
curl -sS -X PATCH "$PATCHED" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"pricing":{"pricePerRequest":"0.002"}}' > /dev/null
until grep -q ^changes: "$followed"; do kill -0 "$pid"; sleep 0.1; done
kill -INT $(cat /proc/$pid/task/$pid/children) && wait "$pid" && cat "$followed" && rm "$followed"
`;

interface Opened {
  /** Has these two services and no other. */
  readonly catalog: GuidedCatalog;
  readonly rain: string;
  readonly snow: string;
}

/** Afterwards, the first service has another price, and the second is gone. */
export function describeScannersGuide(open: () => Opened): void {
  describe('the quick start for scanners, followed word by word', () => {
    let home: string;
    let snow: string;
    let rain: string;
    let printed: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const opened = open();
      const { catalog } = opened;
      ({ rain, snow } = opened);
      home = await catalog.reader();
      await symlink(root, join(home, 'tollbook'));
      const patched = `${catalog.server.url}/api/services/${rain}`;
      const around = {
        'follow the catalog': [`export KEY=${await catalog.workplace.key()} PATCHED=${patched}`, ''],
        'read what changed': [
          `curl -sS -X DELETE "$CATALOG/api/services/${snow}" -H "Authorization: Bearer $KEY"`,
          '',
        ],
      } as const;

      printed = await follow(await catalog.guide('/docs/scanners/'), {
        folder: home,
        programs: { npm: npmCode },
        around,
      });
    });

    it('makes a verified mirror with three commands', () => {
      expect(printed['make the mirror']).toMatch(
        /^export: 2 created, .*\nup to date: 2 services at commit \w+; in agreement with the log of \d+ entries; what buyers say of 0 services recomputed from 0 records$/s,
      );
      expect(printed['follow the catalog']).toContain(`updated ${rain}`);
    });

    it('shows what is in the mirror', async () => {
      expect(printed['look into the mirror']).toContain('"pricePerRequest": "0.002"');
      const state = z
        .object({ services: z.number() })
        .parse(JSON.parse(await readFile(join(home, 'mirror', 'mirror.json'), 'utf8')));
      expect(state.services).toBe(2);
    });

    // The build is older than the feed, so there is nothing to compare it with yet.
    it('checks the signature', () => {
      expect(printed['check the signature too']).toMatch(
        /; signed by [\w.,]*tollbook[\w.,]*, but not compared with the build/,
      );
    });

    it('has a program that runs', () => {
      expect(printed['run the program']).toMatch(/^2 services, and the log has \d+ entries$/m);
    });

    it('queries the database', async () => {
      const database = new Database(join(home, 'catalog.sqlite'), { readonly: true });
      const queries = (await readFile(join(home, 'queries.sql'), 'utf8'))
        .split(/(?<=;)\n/)
        .filter((query) => query.includes(';'));
      const found = queries.map((query) => database.prepare(query).all());
      database.close();

      expect(found).toHaveLength(3);
      expect(found[0]).toMatchObject([{ name: 'Rain Radar', price: '0.002' }]);
      expect(found[2]).toMatchObject([{ services: 1 }]);
    });

    it('gives all that is needed for a mirror of one’s own', () => {
      expect(printed['download the export']).toBe('2');
      expect(printed['read what changed']).toBe(`deleted ${snow}`);
      expect(printed['read a part of the catalog']).toMatch(/^x-total-count: 1\s*$/im);
      expect(printed['read what was observed']).toContain('"verdict"');
    });
  });
}
