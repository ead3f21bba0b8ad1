import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { readConfig } from '../../../src/config/config.ts';
import { isSetting } from '../../../src/config/environment.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { makeSigningKey } from '../../support/signing-key.ts';

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4321,
      host: '127.0.0.1',
      siteUrl: 'http://127.0.0.1:4321',
      catalogName: 'tollbook',
      catalogCheckMs: 30_000,
      catalogDir: resolve('catalog'),
      dataDir: resolve('data'),
      distDir: resolve('dist'),
      buildIntervalMs: 15 * 60_000,
      probeIntervalMs: 15 * 60_000,
      probeAllowPrivate: false,
      endpointPolicy: { allowInsecure: false },
      readLimit: { requests: 600, perSeconds: 60 },
      writeLimit: { requests: 60, perSeconds: 60 },
      trustedProxies: [],
      stopDelayMs: 0,
      leaseMs: 12_000,
      logLevel: 'info',
      selfServiceKeys: true,
      githubAccess: { apiUrl: 'https://api.github.com', credentials: undefined },
      oidcIssuer: 'https://token.actions.githubusercontent.com',
      payments: {
        providers: [],
        intervalMs: 60_000,
        confirmations: 12,
        lookbackMs: 30 * 24 * 3_600_000,
      },
      assets: knownAssets,
      logWitnesses: [],
    });
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65535 }],
    [
      { HOST: '0.0.0.0', PORT: '80' },
      { host: '0.0.0.0', siteUrl: 'http://0.0.0.0:80' },
    ],
    [{ HOST: '::1' }, { host: '::1', siteUrl: 'http://[::1]:4321' }],
    [{ SITE_URL: 'https://catalog.example.com/' }, { siteUrl: 'https://catalog.example.com' }],
    [{ SITE_URL: 'http://example.com:8080/catalog' }, { siteUrl: 'http://example.com:8080/catalog' }],
    [{ CATALOG_NAME: 'My catalog 2.0' }, { catalogName: 'My catalog 2.0' }],
    [
      { CATALOG_DIR: '/srv/catalog', DATA_DIR: 'state' },
      { catalogDir: '/srv/catalog', dataDir: resolve('state') },
    ],
    [{ DIST_DIR: '/srv/www' }, { distDir: '/srv/www' }],
    [{ BUILD_INTERVAL: '0' }, { buildIntervalMs: 0 }],
    [{ BUILD_INTERVAL: '90d' }, { buildIntervalMs: 90 * 24 * 3_600_000 }],
    [{ BUILD_INTERVAL: '1s' }, { buildIntervalMs: 1000 }],
    [{ ALLOW_INSECURE_ENDPOINTS: '1' }, { endpointPolicy: { allowInsecure: true } }],
    [
      { RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0/min' },
      { readLimit: undefined, writeLimit: undefined },
    ],
    [{ METRICS: '1' }, { metrics: 'everybody' }],
    [{ RATE_LIMIT_READ: '10/s' }, { readLimit: { requests: 10, perSeconds: 1 } }],
    [{ OIDC_ISSUER: 'https://tokens.example.com/' }, { oidcIssuer: 'https://tokens.example.com/' }],
    [{ OIDC_ISSUER: 'http://127.0.0.1:8080' }, { oidcIssuer: 'http://127.0.0.1:8080' }],
    [{ OIDC_ISSUER: 'http://localhost:8080' }, { oidcIssuer: 'http://localhost:8080' }],
    [{ OIDC_ISSUER: 'http://10.0.0.8/actions' }, { oidcIssuer: 'http://10.0.0.8/actions' }],
    [{ CONTACT_URL: 'mailto:security@example.com' }, { contactUrl: 'mailto:security@example.com' }],
    [
      { GITHUB_REPOSITORY: 'acme/listings' },
      { contactUrl: 'https://github.com/acme/listings/security/advisories/new' },
    ],
    [{ RATE_LIMIT_WRITE: '1000/h' }, { writeLimit: { requests: 1000, perSeconds: 3600 } }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ CATALOG_LICENCE: 'MIT OR LicenseRef-own' }, { licence: 'MIT OR LicenseRef-own' }],
    [{ EMBEDDING_MODEL: 'acme/multilingual' }, { embeddingModel: 'acme/multilingual' }],
    [{ EMBEDDING_MODEL: '/' }, { embeddingModel: '/' }],
    [
      { PAYMENT_INTERVAL: '0', PAYMENT_CONFIRMATIONS: '0', PAYMENT_LOOKBACK: '1d' },
      { payments: { intervalMs: 0, confirmations: 0, lookbackMs: 24 * 3_600_000 } },
    ],
    [
      { PORT: '', LOG_LEVEL: '', SITE_URL: '', CATALOG_DIR: '' },
      { port: 4321, logLevel: 'info', catalogDir: resolve('catalog') },
    ],
    [{ PROBE_INTERVAL: '0', PROBE_ALLOW_PRIVATE: '1', HOME: '/root', PATH: ':' }, {}],
  ])('accepts %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  it.each([
    ['PORT', ['-1', '65536', '80a', 'http', '1e3', ' 80', '0x50', '4321.5']],
    [
      'SITE_URL',
      [
        'catalog.example.com',
        '//example.com',
        'ftp://example.com',
        'https://',
        '/catalog',
        'javascript:alert(1)',
        'https://catalog.example.com/?a=b',
        'https://catalog.example.com#a',
        'https://user:password@catalog.example.com',
        'https://catalog.example.com/our apis',
      ],
    ],
    ['CATALOG_DIR', [import.meta.filename]],
    ['DATA_DIR', [import.meta.filename]],
    ['DIST_DIR', [import.meta.filename]],
    ['CATALOG_NAME', ['-', ' ', 'a/b', 'x'.repeat(65), 'two\nlines', '<b>']],
    ['BUILD_INTERVAL', ['soon', '15', '-1m', '1.5h', '15 m', '1w', '1e3s', '00']],
    ['PROBE_INTERVAL', ['soon', '15', '-1m']],
    ['PROBE_ALLOW_PRIVATE', ['yes', 'true', '2', '01']],
    ['METRICS', ['yes', 'on']],
    ['HOST', ['not a host', '256.1.1.1', 'a/b']],
    ['STOP_DELAY', ['soon', '9s', '1m']],
    ['LEASE_DURATION', ['soon', '0', '0s', '2h']],
    ['ALLOW_INSECURE_ENDPOINTS', ['yes', 'true', '2', '-0']],
    ['RATE_LIMIT_READ', ['600', '600/day', '-1/min', '1.5/s', '600 / min', 'none', '/min']],
    ['RATE_LIMIT_WRITE', ['60', '60/day', '-1/min', 'none']],
    ['TRUSTED_PROXIES', ['*', 'proxy.example.com', '10.0.0.0/33', '127.0.0.1;10.0.0.1', '010.0.0.1']],
    ['GITHUB_REPOSITORY', ['listings', 'acme/listings/catalog', 'https://github.com/acme/listings', 'a b/c']],
    ['GITHUB_BRANCH', ['-f', 'two words', 'a..b:c']],
    ['GITHUB_API_URL', ['api.github.com', 'file:///etc/passwd']],
    ['GITHUB_POLL_INTERVAL', ['soon', '15', '-1m']],
    ['CATALOG_BRANCH', ['-f', 'two words', 'a..b:c']],
    ['CATALOG_POLL_INTERVAL', ['soon', '15', '-1m']],
    ['PAYMENT_INTERVAL', ['soon', '60']],
    ['PAYMENT_CONFIRMATIONS', ['-1', '1.5', '12 blocks', '10000']],
    ['PAYMENT_LOOKBACK', ['30', 'a month']],
    [
      'OIDC_ISSUER',
      [
        'tokens.example.com',
        'http://tokens.example.com',
        'http://8.8.8.8',
        'ftp://127.0.0.1',
        'https://tokens.example.com?a=b',
        'https://tokens.example.com#a',
        'https://user@tokens.example.com',
        'https://tokens.example.com ',
        'https://[2606:4700::1111]',
      ],
    ],
    ['LOG_LEVEL', ['loud', 'INFO', '30', 'warning']],
    ['CATALOG_LICENCE', ['free', 'CC-0', '(MIT', ' ']],
    ['EMBEDDING_MODEL', ['/nowhere/model', './nowhere', 'a/b/c', 'https://models.example/a', 'my model']],
  ])('refuses a bad %s with its name and the cure', (name, values) => {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });

      expect(read, value).toThrow(ConfigError);
      expect(read, value).toThrow(`${name}=${value}: write `);
    }
  });

  it.each(['DATA_DIR', 'DIST_DIR'])('keeps the catalog apart from %s', (name) => {
    expect(() => readConfig({ CATALOG_DIR: '/srv/catalog', [name]: '/srv/catalog' })).toThrow(
      new ConfigError(
        'CATALOG_DIR=/srv/catalog: write another folder than DATA_DIR and DIST_DIR; keys and builds do not belong in git',
      ),
    );
  });

  it('has the proxies whose word counts, with commas or spaces between them', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 2001:db8::/32' });

    expect(trustedProxies.map(({ network, bits }) => `${network.toString()}/${String(bits)}`)).toEqual([
      '127.0.0.1/32',
      '10.0.0.0/8',
      '2001:db8::/32',
    ]);
  });

  describe('of payments', () => {
    const wallet = `0x${'ab'.repeat(20)}`;

    it('has a provider for each network that is named', () => {
      const { payments } = readConfig({
        RPC_URL_BASE: 'https://base.example.com/key',
        RPC_URL_BASE_SEPOLIA: 'http://127.0.0.1:8545',
        RPC_URL_SOLANA: 'https://solana.example.com',
      });

      expect(payments.providers.map(({ network, url }) => [network.name, url])).toEqual([
        ['base', 'https://base.example.com/key'],
        ['base-sepolia', 'http://127.0.0.1:8545'],
        ['solana', 'https://solana.example.com'],
      ]);
    });

    it.each([
      [{ RPC_URL_BAES: 'https://a.example.com' }, 'RPC_URL_BAES: write the short name'],
      [{ RPC_URL_: 'https://a.example.com' }, 'RPC_URL_: write the short name'],
      [{ RPC_URL_BASE: 'a.example.com/secret' }, 'RPC_URL_BASE: write the http(s) URL'],
      [{ RPC_URL_BASE: 'https://user:%zz@a.example.com/secret' }, 'RPC_URL_BASE: write the http(s) URL'],
      [{ RPC_URL_BASE: 'ftp://secret' }, 'RPC_URL_BASE: write the http(s) URL'],
      [{ RPC_URL_BASE: 'ws://a.example.com/secret' }, 'RPC_URL_BASE: write the http(s) URL'],
      [{ ASSET_BASE_SEPOLIA: wallet }, 'ASSET_BASE_SEPOLIA: write the short name'],
      [{ ASSET_BAES_USDC: wallet }, 'ASSET_BAES_USDC: write the short name'],
      [{ ASSET_BASE_USDC: '0x1' }, 'ASSET_BASE_USDC=0x1: write the token’s address on Base'],
    ])('refuses %j', (environment, message) => {
      const read = () => readConfig(environment);

      expect(read).toThrow(ConfigError);
      expect(read).toThrow(message.replace('’', "'"));
      expect(read).not.toThrow('secret');
    });

    it.each([
      ['ASSET_BSC_USDT', wallet],
      ['ASSET_BASE_EURX', wallet],
      ['ASSET_BASE_EURX', `${wallet}:37`],
      ['ASSET_EIP155_424242_USDC', wallet],
    ])('refuses %s=%s, whose decimals it cannot know', (variable, value) => {
      expect(() => readConfig({ [variable]: value })).toThrow(
        `${variable}=${value}: write the decimals of the token behind its address, 0 to 36, like "${wallet}:18"`,
      );
    });

    it('reads the network of a variable as a CAIP-2 id, too', () => {
      const { payments, assets } = readConfig({
        RPC_URL_EIP155_480: 'https://world.example.com',
        RPC_URL_EIP155_424242: 'https://other.example.com',
        RPC_URL_BASE: 'https://base.example.com',
        RPC_URL_EIP155_8453: 'https://base.example.com',
        RPC_URL_SOLANA_ETWTRABZAYQ6IMFEYKOURU166VU2XQA1: 'https://solana.example.com',
        ASSET_EIP155_480_USDC: wallet,
      });

      expect(payments.providers.map(({ network }) => network.caip2).sort()).toEqual([
        'eip155:424242',
        'eip155:480',
        'eip155:8453',
        'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      ]);
      expect(assets.get('eip155:480')?.at(-1)).toMatchObject({ address: wallet, decimals: 6 });
    });

    it.each([
      [{ RPC_URL_BASE: 'https://a.example.com/secret', RPC_URL_EIP155_8453: 'https://b.example.com/secret' }],
      [{ ASSET_BASE_USDC: wallet, ASSET_EIP155_8453_USDC: `0x${'cd'.repeat(20)}` }],
    ])('refuses two values for one network: %j', (environment) => {
      const read = () => readConfig(environment);

      expect(read).toThrow(/^(RPC_URL|ASSET)_BASE\w* and (RPC_URL|ASSET)_EIP155_8453\w* are the same, Base/);
      expect(read).not.toThrow('secret');
    });

    it('puts a token in the place of the known one, and adds one that is not known', () => {
      const { assets } = readConfig({
        ASSET_BASE_SEPOLIA_USDC: wallet,
        ASSET_BASE_EURX: `${wallet}:2`,
        ASSET_BSC_USDC: wallet,
        ASSET_EIP155_424242_USDC: `${wallet}:18`,
      });

      expect(assets.get('eip155:84532')).toContainEqual({
        symbol: 'USDC',
        address: wallet,
        decimals: 6,
        peg: 'USD',
      });
      expect(assets.get('eip155:84532')?.map(({ symbol }) => symbol)).toEqual(['EURC', 'USDC']);
      expect(assets.get('eip155:8453')?.map(({ symbol }) => symbol)).toEqual(['USDC', 'EURC', 'EURX']);
      expect(assets.get('eip155:8453')?.at(-1)).toMatchObject({ address: wallet, decimals: 2, peg: 'USD' });
      expect(assets.get('eip155:56')).toMatchObject([{ symbol: 'USDC', decimals: 18 }]);
      expect(assets.get('eip155:424242')).toMatchObject([{ symbol: 'USDC', decimals: 18 }]);
      expect(knownAssets.get('eip155:84532')).not.toEqual(assets.get('eip155:84532'));
    });
  });

  describe('of a catalog on GitHub', () => {
    const repository = { GITHUB_REPOSITORY: 'acme/listings' };
    const app = {
      GITHUB_APP_ID: '1',
      GITHUB_APP_PRIVATE_KEY: 'one\\ntwo',
      GITHUB_APP_INSTALLATION_ID: '2',
    };

    it('accepts a repository with a token, and puts the clone under DATA_DIR', () => {
      const config = readConfig({ ...repository, GITHUB_TOKEN: 'secret', DATA_DIR: '/srv/data' });

      expect(config.github).toEqual({
        owner: 'acme',
        name: 'listings',
        branch: undefined,
        apiUrl: 'https://api.github.com',
        credentials: { token: 'secret' },
        folder: '/srv/data/github/acme/listings',
        pollIntervalMs: 20_000,
      });
    });

    it('accepts an App, whose key may be on one line', () => {
      expect(readConfig({ ...repository, ...app }).github?.credentials).toEqual({
        appId: '1',
        privateKey: 'one\ntwo',
        installationId: '2',
      });
    });

    it('uses the local folder without credentials (as in a workflow) or without a repository', () => {
      expect(readConfig(repository).github).toBeUndefined();
      expect(readConfig({ GITHUB_TOKEN: 'secret' }).github).toBeUndefined();
    });

    it.each(Object.keys(app))('refuses an App without %s', (name) => {
      expect(() => readConfig({ ...repository, ...app, [name]: '' })).toThrow(
        /^an App needs all of GITHUB_APP_ID/,
      );
    });
  });

  describe('of a catalog at a git remote', () => {
    it.each([
      ['https://git.example.com/listings.git', 'https://git.example.com/listings.git'],
      ['https://ada:secret@git.example.com/listings.git', 'https://git.example.com/listings.git'],
      ['https://ada@git.example.com:8443/listings.git', 'https://git.example.com:8443/listings.git'],
      ['ssh://git@git.example.com:2222/listings.git', 'ssh://git@git.example.com:2222/listings.git'],
      ['git@git.example.com:acme/listings.git', 'git@git.example.com:acme/listings.git'],
      ['git://127.0.0.1/listings.git', 'git://127.0.0.1/listings.git'],
      ['/srv/git/my listings.git', 'file:///srv/git/my%20listings.git'],
    ])('accepts %s, and puts the clone under DATA_DIR', (address, url) => {
      const config = readConfig({ CATALOG_REMOTE: address, CATALOG_BRANCH: 'live', DATA_DIR: '/srv/data' });

      expect(config.remote).toMatchObject({
        remote: { url },
        branch: 'live',
        folder: '/srv/data/remote',
        pollIntervalMs: 20_000,
      });
    });

    it.each([
      [
        'a login',
        'https://ada:secret@git.example.com/x',
        /^http\.https:\/\/git\.example\.com\/\.extraHeader$/,
      ],
      ['a user', 'https://ada@git.example.com/x', /^credential\.https:\/\/git\.example\.com\.username$/],
    ])('gives git %s in its environment, after the settings it has there', async (_, address, name) => {
      vi.stubEnv('GIT_CONFIG_COUNT', '1');
      const environment = await readConfig({ CATALOG_REMOTE: address }).remote?.remote.environment();

      expect(environment).toMatchObject({
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_1: expect.stringMatching(name) as string,
      });
      vi.unstubAllEnvs();
    });

    it.each([
      'listings',
      '../listings.git',
      '--upload-pack=secret',
      'ext::sh -c secret',
      'ssh://git:secret@git.example.com/listings.git',
      'https://git.example.com/listings.git?token=secret',
      'https://git.example.com/listings.git#secret',
      'ftp://secret@git.example.com/listings.git',
    ])('refuses %s without repeating it', (address) => {
      expect(() => readConfig({ CATALOG_REMOTE: address })).toThrow(/^CATALOG_REMOTE: (?!.*secret)/);
    });

    it('refuses two homes', () => {
      const homes = { CATALOG_REMOTE: '/srv/a.git', GITHUB_REPOSITORY: 'acme/listings', GITHUB_TOKEN: 'a' };

      expect(() => readConfig(homes)).toThrow('a catalog has one home');
    });
  });

  describe('of a key to sign with', () => {
    it.each([
      '/nowhere/signing-key',
      'c2VjcmV0',
      '-----BEGIN OPENSSH PRIVATE KEY-----\\nc2VjcmV0\\n-----END OPENSSH PRIVATE KEY-----',
    ])('refuses what is none, and never repeats it', (given) => {
      expect(() => readConfig({ SIGNING_KEY: given })).toThrow(
        /^SIGNING_KEY: write a private key of OpenSSH/,
      );
      expect(() => readConfig({ SIGNING_KEY: given })).not.toThrow(/c2VjcmV0/);
    });
  });

  describe('of secrets in files', () => {
    let folder: string;

    const fileWith = (text: string | Buffer): string => {
      const path = join(folder, 'secret');
      writeFileSync(path, text);
      return path;
    };

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'tollbook-secrets-'));
    });

    afterEach(() => {
      rmSync(folder, { recursive: true });
    });

    it('reads each of them, without the line break at its end', () => {
      const repository = { GITHUB_REPOSITORY: 'acme/listings' };
      const app = { GITHUB_APP_ID: '1', GITHUB_APP_INSTALLATION_ID: '2' };

      expect(
        readConfig({ ...repository, GITHUB_TOKEN_FILE: fileWith('secret\n') }).github?.credentials,
      ).toEqual({ token: 'secret' });
      expect(
        readConfig({ ...repository, ...app, GITHUB_APP_PRIVATE_KEY_FILE: fileWith('one\ntwo\r\n') }).github
          ?.credentials,
      ).toMatchObject({ privateKey: 'one\ntwo' });
      expect(
        readConfig({ RPC_URL_BASE_FILE: fileWith('https://base.example.com/secret\n') }).payments.providers,
      ).toMatchObject([{ network: { name: 'base' }, url: 'https://base.example.com/secret' }]);
    });

    it('reads the key to sign with', async () => {
      const path = await makeSigningKey(folder);

      expect(readConfig({ SIGNING_KEY_FILE: path }).signingKey).toEqual(
        readConfig({ SIGNING_KEY: path }).signingKey,
      );
      expect(readConfig({ PROBE_SIGNING_KEY_FILE: path }).probeSigningKey).toEqual(
        readConfig({ PROBE_SIGNING_KEY: path }).probeSigningKey,
      );
    });

    it('refuses one key for two purposes', async () => {
      const path = await makeSigningKey(folder);

      expect(() => readConfig({ SIGNING_KEY: path, PROBE_SIGNING_KEY: path })).toThrow(
        'PROBE_SIGNING_KEY: write another key than SIGNING_KEY',
      );
    });

    it('asks witnesses only where there is a log', async () => {
      const path = await makeSigningKey(folder);
      const [key, url] = [
        'witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU',
        'http://127.0.0.1:4400',
      ];

      expect(readConfig({ SIGNING_KEY: path, LOG_WITNESSES: `${key} ${url}` }).logWitnesses).toMatchObject([
        { key: { name: 'witness.example/w1' }, url },
      ]);
      expect(() => readConfig({ LOG_WITNESSES: `${key} ${url}` })).toThrow(
        'LOG_WITNESSES: set SIGNING_KEY, too',
      );
    });

    it.each(['GITHUB_TOKEN', 'GITHUB_APP_PRIVATE_KEY', 'SIGNING_KEY', 'DATABASE_URL', 'RPC_URL_BASE'])(
      'refuses %s beside its file, and names the two',
      (name) => {
        const read = () => readConfig({ [name]: 'c2VjcmV0', [`${name}_FILE`]: fileWith('c2VjcmV0') });

        expect(read).toThrow(`${name} and ${name}_FILE: set only one of the two`);
        expect(read).not.toThrow(/c2VjcmV0/);
      },
    );

    it('takes an empty variable for none', () => {
      expect(readConfig({ GITHUB_TOKEN: '', GITHUB_TOKEN_FILE: '' }).github).toBeUndefined();
    });

    it.each([
      ['is missing', () => '/nowhere/c2VjcmV0'],
      ['is empty', () => fileWith('\n')],
      ['is a folder', () => folder],
      ['is too large', () => fileWith('c2VjcmV0'.repeat(10_000))],
      ['holds no key', () => fileWith('c2VjcmV0')],
    ])('refuses a file that %s, and never repeats what it was given', (_what, path) => {
      const read = () => readConfig({ SIGNING_KEY_FILE: path() });

      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^SIGNING_KEY/);
      expect(read).not.toThrow(/c2VjcmV0/);
    });
  });

  describe('the URL of the database', () => {
    const url = 'postgres://ada:s%40cret@db.example.com/state?sslmode=verify-full';

    it('stays as it is, and is none by default', () => {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
      expect(readConfig({}).databaseUrl).toBeUndefined();
    });

    it.each(['mysql://ada:secret@db.example.com/state', 'postgres://ada:se/cret@db:x/state', 'secret'])(
      'is refused when it is none, and never repeated: %s',
      (given) => {
        expect(() => readConfig({ DATABASE_URL: given })).toThrow(
          /^DATABASE_URL: write a URL like postgres:/,
        );
        expect(() => readConfig({ DATABASE_URL: given })).not.toThrow(/secret|se\/cret/);
      },
    );
  });

  it('reports every bad value at once', () => {
    expect(() => readConfig({ PORT: 'http', LOG_LEVEL: 'loud', BUILD_INTERVAL: '1s' })).toThrow(
      /^PORT=http: [^;]+; LOG_LEVEL=loud: [^;]+$/,
    );
  });
});

describe('a setting', () => {
  it.each([
    'DATABASE_URL',
    'DATABASE_URL_FILE',
    'SIGNING_KEY_FILE',
    'PROBE_SIGNING_KEY_FILE',
    'CATALOG_REMOTE',
    'OIDC_ISSUER',
    'TRUSTED_PROXIES',
    'RPC_URL_BASE',
    'RPC_URL_BASE_FILE',
    'ASSET_BASE_USDC',
    'GITHUB_TOKEN',
  ])('is %s', (name) => {
    expect(isSetting(name)).toBe(true);
  });

  it.each(['PATH', 'HOME', 'LANG', 'TMPDIR', 'toString', 'NODE_OPTIONS'])('is not %s', (name) => {
    expect(isSetting(name)).toBe(false);
  });
});
