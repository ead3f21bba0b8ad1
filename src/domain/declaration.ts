import { z } from 'zod/mini';
import { CategoryId } from './category.ts';
import { type EndpointPolicy, maxEndpointLength, parseEndpoint } from './endpoint-url.ts';
import { NetworkId } from './network-id.ts';
import { plainParagraph, plainText } from './plain-text-schema.ts';
import { Pricing } from './pricing.ts';
import { mostCharacters } from './text-lengths.ts';
import { VaryingPrice } from './varying-price.ts';

export const X402Config = z.strictObject({
  paymentAddress: z.string().check(
    z.meta({
      description: 'Wallet to be paid, written as an address of its network.',
      examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    }),
  ),
  network: NetworkId,
});

/** The body of a registration. */
export const registrationRequest = perPolicy((policy) => z.strictObject(declaredFields(policy)));

export type RegistrationRequest = Readonly<z.infer<ReturnType<typeof registrationRequest>>>;

/** The fields that an owner declares. */
export function declaredFields(policy: EndpointPolicy) {
  return {
    name: plainText(mostCharacters.name, {
      description: 'Name of the service, 1 to 255 characters.',
      examples: ['Rain Radar'],
    }),
    description: plainParagraph(mostCharacters.description, {
      description: 'What it does, 1 to 2000 characters. A space is kept for line breaks and tabs.',
      examples: ['Precipitation for the next two hours.'],
    }),
    endpoint: endpoint(policy),
    category: CategoryId,
    pricing: Pricing,
    price: z.optional(VaryingPrice),
    x402Config: X402Config,
  };
}

/** An endpoint, which the schema brings into canonical form. */
export function endpoint(policy: EndpointPolicy) {
  const text = z.string().check(
    z.meta({
      description: 'Absolute https URL of a public host, without credentials, query or fragment.',
      format: 'uri',
      maxLength: maxEndpointLength,
      examples: ['https://api.example.com/rain'],
    }),
  );

  return z.pipe(
    text,
    z.transform((given: string, { issues }) => {
      const parsed = parseEndpoint(given, policy);
      if ('endpoint' in parsed) return parsed.endpoint;

      issues.push(
        ...parsed.faults.map((fault) => ({ code: 'custom' as const, message: fault, input: given })),
      );
      return z.NEVER;
    }),
  );
}

/** Makes the schema for each of the two policies once, because zod compiles a schema at its first use. */
export function perPolicy<Schema>(
  make: (policy: EndpointPolicy) => Schema,
): (policy: EndpointPolicy) => Schema {
  const [strict, insecure] = [make({ allowInsecure: false }), make({ allowInsecure: true })];

  return ({ allowInsecure }) => (allowInsecure ? insecure : strict);
}
