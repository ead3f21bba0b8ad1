import { readAssets, readProviders } from './chain-config.ts';
import { ConfigError } from './config-error.ts';
import { Environment, originAt } from './environment.ts';
import { contactOf, credentialsOf, githubOf, remoteOf } from './home-config.ts';
import { withSecretFiles } from './secret-files.ts';
import { signingKeysOf, witnessesOf } from './signing-config.ts';

/** By default, servers that share a database answer for so long after they were asked to stop: they may be behind a load balancer. */
const sharedStopDelayMs = 3_000;

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

/** Checks the URL of a PostgreSQL database. No message repeats it, since it holds a password. @throws {ConfigError} */
function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;

  throw new ConfigError(
    'DATABASE_URL: write a URL like postgres://user:password@host/database; encode other characters than letters and digits in the password, as %40 for @',
  );
}
