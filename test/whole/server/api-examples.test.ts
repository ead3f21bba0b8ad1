import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeApi } from '../../../src/http/openapi.ts';
import { apiReference } from '../../../src/site/api-reference.ts';
import { aService } from '../../fixtures/services.ts';
import { writeCatalog } from '../../support/catalog-on-disk.ts';
import { runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { soon } from '../../support/soon.ts';

const siteUrl = 'http://tollbook.example';
const operations = apiReference(describeApi(siteUrl, '1.0.0')).groups.flatMap((group) => group.operations);

/** Responses other than 200. Some examples need a proof, a signature, a key, a webhook or a withdrawn service of the reader. */
const statuses: Readonly<Record<string, number>> = {
  // No chain is asked here, and nobody stated anything.
  stateOutcome: 501,
  replyToOutcome: 404,
  deleteService: 204,
  transferService: 202,
  askChallenge: 201,
  restoreService: 409,
  claimService: 422,
  makeKey: 422,
  revokeKey: 404,
  createWebhook: 201,
  getWebhook: 404,
  deleteWebhook: 404,
  testWebhook: 404,
  rotateWebhookSecret: 404,
  replayDelivery: 404,
  enableWebhook: 404,
};

/** Its answer goes on until the client leaves. */
const endless = 'streamChanges';

let workplace: Workplace;
let server: RunningServer;
let key: string;
let operatorsKey: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, {
    ...aService({ name: 'Rain Radar', endpoint: 'https://example.net/rain', owner: 'tests' }),
    id: 'rain-radar-7x3k9m2p',
  });
  const SIGNING_KEY = await makeSigningKey(workplace.folder);
  const PROBE_SIGNING_KEY = await makeSigningKey(workplace.folder, 'probe-key');
  server = await startServer({
    ...workplace.environment,
    ...{ SITE_URL: siteUrl, SIGNING_KEY, PROBE_SIGNING_KEY, METRICS: '1' },
  });
  key = await workplace.key();
  operatorsKey = (await workplace.makeKey({ owner: 'operator', scope: 'operate' })).token;
  // The example of a tile asks for the first entry of the log.
  await vi.waitUntil(async () => (await fetch(`${server.url}/log/tile/0/000.p/1`)).ok, soon);
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

it.each(operations.map(({ id, requests }) => ({ id, code: requests[0]?.code ?? '' })))(
  'gives an example of $id for curl that runs',
  async ({ id, code }) => {
    const { port } = new URL(server.url);
    const reached = `curl --connect-to tollbook.example:80:127.0.0.1:${port} --silent --output /dev/null --write-out '%{http_code}'${id === endless ? ' --max-time 5' : ''}`;

    const { stdout, stderr } = await runProcess('bash', ['-c', code.replace('curl', reached)], {
      cwd: workplace.folder,
      env: { ...process.env, API_KEY: id === 'listAuditLines' ? operatorsKey : key },
    });
    expect([stdout, stderr]).toEqual([String(statuses[id] ?? 200), '']);
  },
);
