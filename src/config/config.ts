import { readFileSync, statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { GitHubCredentials } from '../adapters/github/github-api.ts';
import { type GitRemote, RemoteAddressFault, remoteAt } from '../adapters/git/remote-address.ts';
import { readSigningKey, type SigningKey, SigningKeyFault } from '../adapters/signing/ssh-key.ts';
import { readAssets, readProviders } from './chain-config.ts';
import { ConfigError } from './config-error.ts';
import { readDatabaseUrl } from './database-config.ts';
import { defaultDataDir } from './data-dir.ts';
import { readAddressRange } from '../domain/address-range.ts';
import { durationMs, hourMs } from '../domain/duration.ts';
import { errorCode } from '../domain/error-code.ts';
import { isLicence } from './licence.ts';
import { isModelName } from './model-name.ts';
import { OwnerId } from '../domain/owner.ts';
import { isPublicAddress } from '../domain/public-address.ts';
import { gitHubIssuer } from '../registration/workflow-identity.ts';
import { withSecretFiles } from './secret-files.ts';
import { readWitnesses } from './witness-config.ts';

const flag = z
  .enum(['0', '1'], { error: 'write 0 or 1' })
  .default('0')
  .transform((text) => text === '1');

const metricsReaders = { '0': undefined, '1': 'everybody', key: 'operators' } as const;

const folder = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((path) => resolve(path))
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false, {
      error: 'write the path of a folder; a file stands there',
    });

const givenDuration = z.string().transform((text, context) => {
  const ms = durationMs(text);
  if (ms !== undefined) return ms;

  context.addIssue({
    code: 'custom',
    message: 'write a number and a unit, like 15m, 30s, 12h or 90d; 0 for never',
  });
  return z.NEVER;
});

const duration = (fallback: string) => z.string().default(fallback).pipe(givenDuration);

const rateLimit = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const [, requests, unit] = /^(\d{1,9})(?:\/(s|min|h))?$/.exec(text) ?? [];
      if (requests === '0') return undefined;
      if (requests !== undefined && unit !== undefined) {
        return { requests: Number(requests), perSeconds: { s: 1, min: 60, h: 3600 }[unit] ?? 60 };
      }

      context.addIssue({
        code: 'custom',
        message: 'write requests per time, like 600/min, 10/s or 1000/h; 0 for none',
      });
      return z.NEVER;
    });

const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const given = text.split(/[\s,]+/).filter((range) => range !== '');
    const ranges = given.map(readAddressRange).filter((range) => range !== undefined);
    if (ranges.length === given.length) return ranges;

    context.addIssue({
      code: 'custom',
      message: 'write addresses and networks of proxies with commas between them, like 127.0.0.1,10.0.0.0/8',
    });
    return z.NEVER;
  });

const licenceForm = 'write an SPDX licence expression, like CC0-1.0; https://spdx.org/licenses/ lists them';

const branch = z
  .string()
  .regex(/^[\w][\w./-]*$/, { error: 'write the name of a branch, like main' })
  .optional();

/** By default, servers that share a database answer for so long after they were asked to stop: they may be behind a load balancer. */
const sharedStopDelayMs = 3_000;

/** A stop may take 10 seconds in all, and running requests need some of them. */
const longestStopDelayMs = 8_000;

/** On a busy machine, a process may get no turn for a moment, which must not cost it its leases. */
const leaseRange = { least: 1_000, most: hourMs };

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'write a port from 0 to 65535' })
    .default('4321')
    .transform(Number)
    .refine((port) => port <= 65535, { error: 'write a port from 0 to 65535' }),
  HOST: z
    .string()
    .refine((host) => /^[\w.:-]+$/.test(host) && URL.canParse(originAt(host, 80)), {
      error: 'write a host name or an IP address to listen on',
    })
    .default('127.0.0.1'),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'write an absolute http(s) URL, like https://catalog.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  CATALOG_NAME: z
    .string()
    .regex(/^[\w][\w .-]{0,63}$/, { error: 'write 1 to 64 letters, digits, spaces, dots or hyphens' })
    .default('tollbook'),
  CATALOG_DIR: folder('./catalog'),
  // Checked apart: a message about it must not repeat it.
  CATALOG_REMOTE: z.string().optional(),
  CATALOG_BRANCH: branch,
  CATALOG_POLL_INTERVAL: duration('20s'),
  CATALOG_CHECK_INTERVAL: duration('30s'),
  DATA_DIR: folder(defaultDataDir),
  DIST_DIR: folder('./dist'),
  BUILD_INTERVAL: duration('15m'),
  PROBE_INTERVAL: duration('15m'),
  PROBE_ALLOW_PRIVATE: flag,
  ALLOW_INSECURE_ENDPOINTS: flag,
  RATE_LIMIT_READ: rateLimit('600/min'),
  RATE_LIMIT_WRITE: rateLimit('60/min'),
  TRUSTED_PROXIES: proxies,
  METRICS: z
    .enum(['0', '1', 'key'], { error: 'write 0, 1, or key' })
    .default('0')
    .transform((text) => metricsReaders[text]),
  STOP_DELAY: givenDuration
    .refine((ms) => ms <= longestStopDelayMs, {
      error: 'write at most 8s; a stop may take 10 seconds in all',
    })
    .optional(),
  LEASE_DURATION: duration('12s').refine((ms) => ms >= leaseRange.least && ms <= leaseRange.most, {
    error: 'write at least 1s and at most 1h',
  }),
  GITHUB_REPOSITORY: z
    .string()
    .regex(/^[\w-]+\/[\w.-]+$/, { error: 'write owner/name, like acme/listings' })
    .optional(),
  GITHUB_BRANCH: branch,
  GITHUB_API_URL: z
    .url({ protocol: /^https?$/, error: 'write the URL of a GitHub API, like https://api.github.com' })
    .default('https://api.github.com')
    .transform((url) => url.replace(/\/+$/, '')),
  GITHUB_TOKEN: z.string().optional(),
  GITHUB_APP_ID: z.string().optional(),
  GITHUB_APP_PRIVATE_KEY: z
    .string()
    .optional()
    // Some platforms allow only single-line variables, so `\n` may stand for a line break.
    .transform((key) => key?.replaceAll('\\n', '\n')),
  GITHUB_APP_INSTALLATION_ID: z.string().optional(),
  GITHUB_POLL_INTERVAL: duration('20s'),
  PAYMENT_INTERVAL: duration('60s'),
  PAYMENT_CONFIRMATIONS: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'write a number of blocks from 0 to 9999' })
    .default('12')
    .transform(Number),
  PAYMENT_LOOKBACK: duration('30d'),
  CONTACT_URL: z
    .url({
      protocol: /^(https|mailto|tel)$/,
      error: 'write where to report faults: an https:, mailto: or tel: URL',
    })
    .optional(),
  SELF_SERVICE_KEYS: z
    .enum(['0', '1'], { error: 'write 0 or 1' })
    .default('1')
    .transform((text) => text === '1'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, {
      error: `write an issuer of tokens as it calls itself, like ${gitHubIssuer}; http is for private addresses only`,
    })
    .default(gitHubIssuer),
  EMBEDDING_MODEL: z
    .string()
    .refine(isModelName, {
      error: 'write none, the path of a folder with a model, or the name of a model on the Hugging Face Hub',
    })
    .optional(),
  CATALOG_LICENCE: z
    .string()
    .max(100, { error: licenceForm })
    .refine(isLicence, { error: licenceForm })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'write fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  // Checked apart: messages about these must not repeat them.
  SIGNING_KEY: z.string().optional(),
  PROBE_SIGNING_KEY: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  LOG_WITNESSES: z.string().optional(),
});

/** Names of settings of which there may be several: one for each network, limit or asset. */
const families = /^(RPC_URL|ASSET|RATE_LIMIT|PAYMENT|GITHUB)_/;

/** Whether a variable of the environment is a setting of Tollbook, or names the file of one. */
export function isSetting(variable: string): boolean {
  return families.test(variable) || Object.hasOwn(Environment.shape, variable.replace(/_FILE$/, ''));
}

/** Reads the configuration from the environment. An empty variable counts as unset. @throws {ConfigError} */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const nonEmpty = withSecretFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  );
  const { data, error } = Environment.safeParse(nonEmpty);
  if (!data) {
    throw new ConfigError(
      error.issues
        .map(({ path, message }) => `${String(path[0])}=${nonEmpty[String(path[0])] ?? ''}: ${message}`)
        .join('; '),
    );
  }

  if (data.DATA_DIR === data.CATALOG_DIR || data.DIST_DIR === data.CATALOG_DIR) {
    throw new ConfigError(
      `CATALOG_DIR=${data.CATALOG_DIR}: write another folder than DATA_DIR and DIST_DIR; keys and builds do not belong in git`,
    );
  }

  const [github, remote] = [githubOf(data), remoteOf(data)];
  if (github && remote) {
    throw new ConfigError(
      'CATALOG_REMOTE and GITHUB_REPOSITORY are both set: a catalog has one home; unset one of them',
    );
  }

  return {
    port: data.PORT,
    host: data.HOST,
    siteUrl: data.SITE_URL ?? originAt(data.HOST, data.PORT),
    catalogName: data.CATALOG_NAME,
    catalogDir: data.CATALOG_DIR,
    /** Time between two comparisons of all files with what is listed; 0: never. */
    catalogCheckMs: data.CATALOG_CHECK_INTERVAL,
    dataDir: data.DATA_DIR,
    /** Of PostgreSQL, with a password; undefined while the state is in a SQLite file in `dataDir`. */
    databaseUrl: readDatabaseUrl(data.DATABASE_URL),
    distDir: data.DIST_DIR,
    github,
    /** How repositories of others are read. */
    githubAccess: { apiUrl: data.GITHUB_API_URL, credentials: credentialsOf(data) },
    remote,
    /** Where pull requests go. Set even without credentials, so that a build can link to it. */
    repository:
      data.GITHUB_REPOSITORY === undefined
        ? undefined
        : { name: data.GITHUB_REPOSITORY, branch: data.GITHUB_BRANCH ?? 'main' },
    contactUrl: data.CONTACT_URL ?? contactOf(data.GITHUB_REPOSITORY),
    /** Whether owners can make keys by themselves. */
    selfServiceKeys: data.SELF_SERVICE_KEYS,
    /** Whose tokens workflows may exchange for a key. */
    oidcIssuer: data.OIDC_ISSUER,
    /** `none`, a folder, or a name on the Hugging Face Hub; undefined for the packaged model. */
    embeddingModel: data.EMBEDDING_MODEL,
    buildIntervalMs: data.BUILD_INTERVAL,
    probeIntervalMs: data.PROBE_INTERVAL,
    probeAllowPrivate: data.PROBE_ALLOW_PRIVATE,
    /** Whose payments are counted, and how. */
    payments: {
      providers: readProviders(nonEmpty),
      intervalMs: data.PAYMENT_INTERVAL,
      confirmations: data.PAYMENT_CONFIRMATIONS,
      lookbackMs: data.PAYMENT_LOOKBACK,
    },
    assets: readAssets(nonEmpty),
    endpointPolicy: { allowInsecure: data.ALLOW_INSECURE_ENDPOINTS },
    readLimit: data.RATE_LIMIT_READ,
    writeLimit: data.RATE_LIMIT_WRITE,
    /** Proxies whose word counts for whom they ask. */
    trustedProxies: data.TRUSTED_PROXIES,
    /** Whom `GET /metrics` answers: everybody, or holders of a key with the scope `operate`; undefined where it is turned off. */
    metrics: data.METRICS,
    stopDelayMs: data.STOP_DELAY ?? (data.DATABASE_URL === undefined ? 0 : sharedStopDelayMs),
    /** How long the duties of a server that was killed wait for another one. */
    leaseMs: data.LEASE_DURATION,
    logLevel: data.LOG_LEVEL,
    /** The licence of the data (SPDX), where its operator names one. */
    licence: data.CATALOG_LICENCE,
    ...signingKeysOf(data),
    /** Who is asked to cosign the log. */
    logWitnesses: witnessesOf(data),
  };
}
export type Config = ReturnType<typeof readConfig>;

/** The address of this server, without TLS. */
function originAt(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/**
 * Whoever can change an issuer's keys on their way can act for every owner, so they come over TLS or from a private address. The host
 * becomes part of owners.
 */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#@\s]/.test(text) || !OwnerId.safeParse(`oidc:${url.host}:1`).success) return false;

  const isNear = url.hostname === 'localhost' || (isIPv4(url.hostname) && !isPublicAddress(url.hostname));
  return url.protocol === 'https:' || (url.protocol === 'http:' && isNear);
}

/** A key proves one thing alone: what the operator published, or who sent a request. */
function signingKeysOf(given: {
  readonly SIGNING_KEY?: string | undefined;
  readonly PROBE_SIGNING_KEY?: string | undefined;
}) {
  const [signingKey, probeSigningKey] = [
    signingKeyOf('SIGNING_KEY', given.SIGNING_KEY),
    signingKeyOf('PROBE_SIGNING_KEY', given.PROBE_SIGNING_KEY),
  ];
  if (signingKey && probeSigningKey?.publicKey.equals(signingKey.publicKey)) {
    throw new ConfigError(
      'PROBE_SIGNING_KEY: write another key than SIGNING_KEY; make one with: ssh-keygen -t ed25519 -N "" -f probe-key',
    );
  }

  return { signingKey, probeSigningKey };
}

function witnessesOf({ LOG_WITNESSES, SIGNING_KEY }: z.infer<typeof Environment>) {
  const witnesses = readWitnesses(LOG_WITNESSES);
  if (witnesses.length === 0 || SIGNING_KEY !== undefined) return witnesses;

  throw new ConfigError(
    'LOG_WITNESSES: set SIGNING_KEY, too; without it, there is no log that a witness could cosign',
  );
}

/** Reads the key from its file, or from the variable itself. No message repeats either, since a key may stand in the wrong form. */
function signingKeyOf(variable: string, given: string | undefined): SigningKey | undefined {
  if (given === undefined) return undefined;

  try {
    // Some platforms allow only single-line variables, so `\n` may stand for a line break.
    const isText = given.includes('-----BEGIN');
    return readSigningKey(isText ? given.replaceAll('\\n', '\n') : readFileSync(given, 'utf8'));
  } catch (error) {
    const cause =
      error instanceof SigningKeyFault
        ? error.message
        : `the file cannot be read (${errorCode(error) ?? 'no reason given'})`;
    throw new ConfigError(`${variable}: write a private key of OpenSSH, or the path of its file; ${cause}`);
  }
}

/** The page where GitHub accepts private vulnerability reports for a repository. */
function contactOf(repository: string | undefined): string | undefined {
  return repository === undefined ? undefined : `https://github.com/${repository}/security/advisories/new`;
}

/**
 * The GitHub repository that holds the catalog; undefined without credentials. GitHub's workflows always set GITHUB_REPOSITORY, so
 * the name alone does not mean that the catalog is on GitHub.
 */
function githubOf(data: z.infer<typeof Environment>) {
  const credentials = credentialsOf(data);
  if (data.GITHUB_REPOSITORY === undefined || !credentials) return undefined;

  const [owner = '', name = ''] = data.GITHUB_REPOSITORY.split('/');
  return {
    owner,
    name,
    branch: data.GITHUB_BRANCH,
    apiUrl: data.GITHUB_API_URL,
    credentials,
    folder: join(data.DATA_DIR, 'github', owner, name),
    pollIntervalMs: data.GITHUB_POLL_INTERVAL,
  };
}

function remoteOf(data: z.infer<typeof Environment>) {
  if (data.CATALOG_REMOTE === undefined) return undefined;

  return {
    remote: gitRemoteAt(data.CATALOG_REMOTE),
    branch: data.CATALOG_BRANCH,
    folder: join(data.DATA_DIR, 'remote'),
    pollIntervalMs: data.CATALOG_POLL_INTERVAL,
  };
}

function gitRemoteAt(address: string): GitRemote {
  try {
    return remoteAt(address);
  } catch (error) {
    if (error instanceof RemoteAddressFault) throw new ConfigError(`CATALOG_REMOTE: ${error.message}`);
    throw error;
  }
}

function credentialsOf(data: z.infer<typeof Environment>): GitHubCredentials | undefined {
  const app = {
    appId: data.GITHUB_APP_ID,
    privateKey: data.GITHUB_APP_PRIVATE_KEY,
    installationId: data.GITHUB_APP_INSTALLATION_ID,
  };
  const isPartlySet = Object.values(app).some((value) => value !== undefined);
  const { appId, privateKey, installationId } = app;
  if (appId !== undefined && privateKey !== undefined && installationId !== undefined) {
    return { appId, privateKey, installationId };
  }
  if (isPartlySet) {
    throw new ConfigError(
      'an App needs all of GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_APP_INSTALLATION_ID',
    );
  }
  return data.GITHUB_TOKEN === undefined ? undefined : { token: data.GITHUB_TOKEN };
}
