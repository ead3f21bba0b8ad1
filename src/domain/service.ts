import { z } from 'zod';
import { CategoryId } from './category.ts';
import { type EndpointPolicy, maxEndpointLength, parseEndpoint } from './endpoint-url.ts';
import { Currency, PricePerRequest } from './money.ts';
import { chainName, NetworkId } from './network.ts';
import { plainText } from './plain-text.ts';
import { probeMethods } from './probe.ts';
import { ServiceId } from './service-id.ts';
import { Status } from './status.ts';

const Pricing = z.strictObject({
  currency: Currency,
  pricePerRequest: PricePerRequest,
  freeQuota: z
    .int({ error: (issue) => (typeof issue.input === 'number' ? 'free_quota_invalid' : undefined) })
    .min(0, { error: 'free_quota_invalid' })
    .optional()
    .meta({ description: 'Requests that are free of charge; absent when not given.', examples: [100] }),
});

const X402Config = z.strictObject({
  paymentAddress: z.string().meta({
    description: 'Wallet that is paid, as its network writes addresses.',
    examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  }),
  network: NetworkId,
});

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
const Timestamp = z
  .string()
  .refine(isTimestamp, { error: 'time_invalid' })
  .meta({ description: 'ISO 8601, UTC.', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });

/** What an owner declares: the body of a registration. */
export const registrationRequest = perPolicy((policy) => z.strictObject(declaredFields(policy)));

export type RegistrationRequest = Readonly<z.infer<ReturnType<typeof registrationRequest>>>;

/** What a validation takes: an endpoint, and those of its terms that would be declared. */
export const validationRequest = perPolicy((policy) =>
  z.strictObject({
    endpoint: endpoint(policy),
    method: z
      .enum(probeMethods, { error: 'method_invalid' })
      .optional()
      .meta({ description: 'Method that buyers use; GET, then POST when left out.', examples: ['GET'] }),
    pricing: Pricing.optional(),
    x402Config: X402Config.optional(),
  }),
);
export type ValidationRequest = Readonly<z.infer<ReturnType<typeof validationRequest>>>;

/** What is declared of a service, as its file in git holds it. */
export const declaredService = perPolicy((policy) =>
  z.strictObject({
    id: ServiceId,
    ...declaredFields(policy),
    probing: z
      .literal(false, { error: 'probing_invalid' })
      .optional()
      .meta({ description: 'Only `false`: the service is not checked, and stays unverified.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
export type DeclaredService = Readonly<z.infer<ReturnType<typeof declaredService>>>;

/** What has been seen of a service, never what its owner says. */
export interface Observed {
  readonly status: Status;
  /** 0 to 100. */
  readonly trustScore: number;
  /** Percent over 30 days. */
  readonly uptimeScore: number;
  readonly lastChecked: string | null;
  readonly txCount: number;
  readonly totalRevenue: number;
  /** Further chains that the live 402 accepts payment on. */
  readonly chains: readonly string[];
}

export const unobserved: Observed = {
  status: 'unverified',
  trustScore: 0,
  uptimeScore: 0,
  lastChecked: null,
  txCount: 0,
  totalRevenue: 0,
  chains: [],
};

/** A service as the API answers it: specification 2.1. */
export const Service = z.strictObject({
  id: ServiceId,
  name: plainText(255, { description: 'Name of the service. Untrusted text.', examples: ['Rain Radar'] }),
  description: plainText(2000, {
    description: 'What it does. Untrusted text.',
    examples: ['Precipitation for the next two hours.'],
  }),
  endpoint: z
    .url()
    .meta({ description: 'Base URL in canonical form.', examples: ['https://api.example.com/rain'] }),
  category: CategoryId,
  pricing: Pricing,
  x402Config: X402Config,
  trustScore: z
    .int()
    .min(0)
    .max(100)
    .meta({ description: 'Made from what was observed; 0 until then.', examples: [0] }),
  status: Status,
  supportedChains: z.array(z.string()).meta({
    description: 'Short names, or CAIP-2 ids of networks that have none.',
    examples: [['base-sepolia']],
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Service = z.infer<typeof Service>;

/** The declared network first, then what was observed. */
export function supportedChains(declared: DeclaredService, observed: Observed): string[] {
  const own = chainName(declared.x402Config.network);

  return observed.chains.length === 0 ? [own] : [...new Set([own, ...observed.chains])];
}

function declaredFields(policy: EndpointPolicy) {
  return {
    name: plainText(255, {
      description: 'Name of the service, 1 to 255 characters.',
      examples: ['Rain Radar'],
    }),
    description: plainText(2000, {
      description: 'What it does, 1 to 2000 characters.',
      examples: ['Precipitation for the next two hours.'],
    }),
    endpoint: endpoint(policy),
    category: CategoryId,
    pricing: Pricing,
    x402Config: X402Config,
  };
}

function endpoint(policy: EndpointPolicy) {
  return z
    .string()
    .meta({
      description: 'Absolute https URL of a public host, without credentials, query or fragment.',
      format: 'uri',
      maxLength: maxEndpointLength,
      examples: ['https://api.example.com/rain'],
    })
    .transform((text, context) => {
      const parsed = parseEndpoint(text, policy);
      if ('endpoint' in parsed) return parsed.endpoint;

      for (const fault of parsed.faults) context.addIssue({ code: 'custom', message: fault, input: text });
      return z.NEVER;
    });
}

/** A schema for each of the two policies, made once: zod compiles a schema at its first use. */
function perPolicy<Schema>(make: (policy: EndpointPolicy) => Schema): (policy: EndpointPolicy) => Schema {
  const [strict, insecure] = [make({ allowInsecure: false }), make({ allowInsecure: true })];

  return ({ allowInsecure }) => (allowInsecure ? insecure : strict);
}

function isTimestamp(text: string): boolean {
  const time = new Date(text);

  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
