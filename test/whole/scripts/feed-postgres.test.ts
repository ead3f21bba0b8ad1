import { expect, it } from 'vitest';
import { feedPostgresCommand } from '../../../scripts/feed-postgres.ts';
import { printCursor } from '../../../src/domain/feed-position.ts';
import { callCommand } from '../../support/call-command.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { aPostgresUrl, ask, describePostgres, tell } from '../../support/state-database.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

describePostgres('a database that is fed with a catalog', () => {
  it('holds the services of the catalog, goes on with its changes, and finds them by words', async () => {
    const workplace = await aWorkplace();
    await writeCatalog(workplace.catalog, ...['rain', 'snow'].map((name) => serviceNamed(name)));
    const key = await workplace.key();
    const { url } = await aServer(workplace);
    const database = await aPostgresUrl();
    const feed = () => callCommand(feedPostgresCommand, ['--from', url, '--to', database]);
    const exported = async (): Promise<unknown[]> => {
      const text = await (await fetch(`${url}/api/export.ndjson`)).text();
      return text.match(/.+/g)?.map((line) => ({ service: JSON.parse(line) as unknown })) ?? [];
    };
    const held = () => ask(database, 'SELECT service FROM tollbook_service ORDER BY id COLLATE "C"');
    const found = (words: string) =>
      ask(
        database,
        `SELECT name FROM tollbook_service WHERE words @@ websearch_to_tsquery('english', '${words}')`,
      );
    const registered = async (name: string): Promise<string> => {
      const answer = await register(url, key, { ...aRegistration(name), category: 'ai-inference' });
      return ((await answer.json()) as { id: string }).id;
    };
    const change = (method: string, id: string, body?: object) =>
      fetch(`${url}/api/services/${id}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });

    expect((await feed()).stdout).toContain('loaded 2 services');
    expect(await held()).toEqual(await exported());

    const [kept, gone] = [await registered('kept'), await registered('gone')];
    expect((await change('PATCH', kept, { description: 'Forecasts of avalanches.' })).status).toBe(200);
    expect((await change('DELETE', gone)).status).toBe(204);
    // Checks may have added some of their own.
    const applied = expect.stringMatching(/^applied ([4-9]|\d\d) changes\n$/) as string;
    expect(await feed()).toMatchObject({ code: 0, stdout: applied });
    expect(await held()).toEqual(await exported());
    expect(await found('avalanche forecast')).toEqual([{ name: 'Service kept' }]);

    const expired = printCursor({ epoch: 'f'.repeat(16), number: 1, at: 1 });
    await tell(database, `UPDATE tollbook_cursor SET cursor = '${expired}'; DELETE FROM tollbook_service`);
    expect(await feed()).toMatchObject({ code: 0, stdout: 'loaded 3 services\n' });
    expect(await held()).toEqual(await exported());
  });
});
