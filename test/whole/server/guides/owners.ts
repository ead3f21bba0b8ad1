import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HistoryView } from '../../../../src/views/history.ts';
import { categories } from '../../../fixtures/services.ts';
import { generatePrivateKey, privateKeyToAccount } from '../../../support/evm-account.ts';
import { type Block, blocksOf, follow } from '../../../support/guide-session.ts';
import type { GuidedCatalog } from '../../../support/guided-catalog.ts';
import { aDocument, anEntry, base64 } from '../../../fixtures/answers.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The guide names this address; curl finds the server behind it. */
const siteUrl = 'http://tollbook.example';

const exampleWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const privateKey = generatePrivateKey();
const wallet = privateKeyToAccount(privateKey).address;
const owner = `wallet:${wallet}`;

const Port = z.object({ port: z.number() });
const Declared = z.looseObject({ id: z.string(), owner: z.string() });

let folder: string;

/** A seller that asks for what the guide declares, and serves what its owner put beside the guide's other files. */
const seller = createServer((request, response) => {
  if (request.url === '/.well-known/tollbook.txt') {
    void readFile(join(folder, 'tollbook.txt')).then(
      (text) => response.end(text),
      () => response.writeHead(404).end(),
    );
  } else if (request.url === '/robots.txt') response.writeHead(404).end();
  else {
    const terms = { network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' };
    const entry = anEntry({ ...terms, amount: '1000', payTo: wallet });
    response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(entry)) }).end('{}');
  }
});

/** What signs in place of viem, which is installed for nothing else. */
const accounts = new URL('../../../support/evm-account.ts', import.meta.url).href;

/** `cast wallet sign` of Foundry, which would ask for the key on the terminal. */
const castCode = `#!/usr/bin/env node
const [wallet, sign, how, message, ...more] = process.argv.slice(2);
if (\`\${wallet} \${sign} \${how}\` !== 'wallet sign --interactive' || more.length > 0) process.exit(2);
import('${accounts}')
  .then(({ privateKeyToAccount }) => privateKeyToAccount('${privateKey}').signMessage({ message }))
  .then(console.log);
`;

export function describeOwnersGuide(open: () => GuidedCatalog): void {
  describe('the guides for owners, followed word by word', () => {
    let catalog: GuidedCatalog;
    let blocks: Block[];
    let printed: Readonly<Record<string, string>>;

    beforeAll(async () => {
      seller.listen(0, '127.0.0.1');
      await once(seller, 'listening');
      const sellerUrl = `http://127.0.0.1:${String(Port.parse(seller.address()).port)}`;
      catalog = open();
      const { workplace, server } = catalog;

      const pages = ['/docs/owners/', '/docs/owners/manage/'].map(async (path) => fetch(server.url + path));
      blocks = (await Promise.all(pages.map(async (page) => blocksOf(await (await page).text())))).flat();
      folder = await catalog.reader();
      const clone = join(folder, 'clone');
      await cp(workplace.catalog, clone, { recursive: true });
      const inClone = [`cd ${root}; export CATALOG_DIR=${clone} ALLOW_INSECURE_ENDPOINTS=1`, 'cd ~'] as const;
      const asReader = (code: string): string =>
        code
          .replaceAll('https://api.example.com', sellerUrl)
          .replaceAll(exampleWallet, wallet)
          .replace('NEW_OWNER=github:9919', 'NEW_OWNER=heir');

      printed = await follow(
        blocks.map((block) => ({ ...block, code: asReader(block.code) })),
        {
          folder,
          input: `${privateKey}\n`,
          programs: { cast: castCode },
          packages: { viem: await standInForViem() },
          curl: [`connect-to = "tollbook.example:80:127.0.0.1:${new URL(server.url).port}"`],
          around: {
            'sign with cast': ['', 'BY_CAST=$SIGNATURE'],
            'sign with node': ['', '[ "$SIGNATURE" = "$BY_CAST" ]'],
            accept: [`OWN=$AUTH; AUTH='Authorization: Bearer ${await workplace.key('heir')}'`, 'AUTH=$OWN'],
            'write the file of a service': inClone,
            'change the file of a service': [
              `cp -r ${workplace.catalog}/. ${clone}; ${inClone[0]}`,
              inClone[1],
            ],
            'check the files': inClone,
          },
          // The seller of this test has no name in DNS.
          refused: ['prove the host by DNS'],
        },
      );
    });

    afterAll(async () => {
      seller.close();
    });

    /** The folder of a package with the name of viem. */
    const standInForViem = async (): Promise<string> => {
      const packages = join(folder, 'packages');
      await mkdir(join(packages, 'viem'), { recursive: true });
      const manifest = { type: 'module', exports: { './accounts': './accounts.js' } };
      await writeFile(join(packages, 'viem', 'package.json'), JSON.stringify(manifest));
      await writeFile(join(packages, 'viem', 'accounts.js'), `export * from '${accounts}';`);
      return packages;
    };

    const read = async (path: string): Promise<unknown> => (await fetch(catalog.server.url + path)).json();
    const jsonOf = (name: string): unknown => JSON.parse(printed[name] ?? '');
    const idOf = (name: string): string => z.looseObject({ id: z.string() }).parse(jsonOf(name)).id;

    it('leaves nothing to the reader but the address, the endpoint and the next owner', () => {
      expect(blocks[0]?.code).toBe(`CATALOG=${siteUrl}\nADDRESS=${exampleWallet}`);
      expect(Object.keys(printed)).toEqual(
        blocks.filter(({ kind }) => kind === 'commands').map(({ name }) => name),
      );
    });

    it('gives a key, and never shows it', () => {
      expect(printed['get the message']).toContain(`tollbook.example wants you to sign in`);
      expect(jsonOf('get the key')).toMatchObject({ owner });
      expect(JSON.stringify(printed)).not.toContain('tbk_');
    });

    it('lists a service that passes every check', () => {
      const registered = jsonOf('register');

      expect(jsonOf('try the endpoint')).toMatchObject({ valid: true, verdict: 'verified' });
      expect(jsonOf('make a dry run')).toMatchObject({ id: idOf('register') });
      expect(registered).toMatchObject({ name: 'Rain Radar', status: 'unverified' });
      expect(jsonOf('see the status')).toMatchObject({ status: 'unverified' });
    });

    it('proves it by wallet and by a file, and says what it looks for in DNS', () => {
      expect(jsonOf('prove the wallet')).toMatchObject({ owner, proof: { method: 'wallet' } });
      expect(printed['write the line']).toBe(`owner=${owner} catalog=tollbook.example`);
      expect(jsonOf('prove the host by a file')).toMatchObject({ owner, proof: { method: 'http' } });
      expect(jsonOf('prove the host by DNS')).toMatchObject({ status: 422, code: 'claim_unproven' });
      expect(jsonOf('see the proof')).toMatchObject({ method: 'http', state: 'holds' });
    });

    it('corrects it, and finds the change in its history', () => {
      expect(jsonOf('change the price')).toMatchObject({ pricing: { pricePerRequest: '0.002' } });
      expect(jsonOf('change what you have seen')).not.toHaveProperty('pricing.freeQuota');
      expect(jsonOf('see the history')).toMatchObject({
        kind: 'updated',
        owner,
        fields: [
          { pointer: '/description', after: 'Rain for three hours.' },
          { pointer: '/pricing/freeQuota', after: null },
        ],
      });
    });

    it('declares offers, lists many services, and deprecates, withdraws and restores one', () => {
      const [, declared = ''] = /\}(\{.*)$/s.exec(printed['declare offers'] ?? '') ?? [];

      expect(JSON.parse(declared)).toMatchObject({ offers: [{ path: '/cities/{city}/history' }, {}] });
      expect(printed['list many']).toMatch(/^201\n"rain-radar-2-\w{8}"\n201\n"snow-radar-\w{8}"$/);
      expect(jsonOf('see all of them')).toHaveLength(3);
      expect(printed['deprecate']).toMatch(/^deprecation: @\d+/im);
      expect(printed['deprecate']).toContain('rel="successor-version"');
      expect(printed['withdraw']).toBe('');
      expect(jsonOf('restore')).toMatchObject({ id: idOf('register') });
    });

    it('hands it over', async () => {
      const path = `/api/services/${idOf('register')}`;
      const { changes } = HistoryView.parse(await read(`${path}/history`));

      expect(Declared.parse(await read(`${path}/declaration`)).owner).toBe('heir');
      expect(changes.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['created', 'updated', 'deleted', 'restored']),
      );
    });

    it('writes, changes and checks files for a pull request', async () => {
      const path = printed['change the file of a service'] ?? '';

      expect(await readFile(path.split('\n').at(-1) ?? '', 'utf8')).toContain('"0.003"');
      expect(printed['write the file of a service']).toMatch(/hail-radar-\w{8}\.json$/);
    });

    it('lists the keys of the owner and revokes one', () => {
      expect(jsonOf('list your keys')).toMatchObject([{ owner, revokedAt: null }]);
      expect(printed['revoke the key']).toBe('');
    });

    it('uses a category that the catalog has', () => {
      const service = blocks.find(({ name }) => name === 'service.json');
      const { category } = z.looseObject({ category: z.string() }).parse(JSON.parse(service?.code ?? ''));

      expect(categories.map(({ id }) => id)).toContain(category);
    });
  });
}
