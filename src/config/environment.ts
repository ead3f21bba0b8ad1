import { z } from 'zod';
import { hourMs } from '../domain/duration.ts';
import { gitHubIssuer } from '../registration/workflow-identity.ts';
import { defaultDataDir } from './data-dir.ts';
import {
  branch,
  duration,
  flag,
  folder,
  givenDuration,
  isIssuer,
  isLicence,
  isModelName,
  proxies,
  rateLimit,
} from './setting-forms.ts';

const metricsReaders = { '0': undefined, '1': 'everybody', key: 'operators' } as const;

const siteUrlForm = 'write an absolute http(s) URL, like https://catalog.example.com';

const licenceForm = 'write an SPDX licence expression, like CC0-1.0; https://spdx.org/licenses/ lists them';

/** A stop may take 10 seconds in all, and running requests need some of them. */
const longestStopDelayMs = 8_000;

/** On a busy machine, a process may get no turn for a moment, which must not cost it its leases. */
const leaseRange = { least: 1_000, most: hourMs };

/** The settings as the environment gives them, each by itself. */
export const Environment = z.object({
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
    .url({ protocol: /^https?$/, error: siteUrlForm })
    // Paths are put behind it, and everybody reads it.
    .refine((url) => !/[?#@\s]/.test(url), { error: siteUrlForm })
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
export type Environment = z.infer<typeof Environment>;

/** Names of settings of which there may be several: one for each network, limit or asset. */
const families = /^(RPC_URL|ASSET|RATE_LIMIT|PAYMENT|GITHUB)_/;

export function isSetting(variable: string): boolean {
  return families.test(variable) || Object.hasOwn(Environment.shape, variable.replace(/_FILE$/, ''));
}

/** The address of this server, without TLS. */
export function originAt(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
