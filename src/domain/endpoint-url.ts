import { type EndpointPolicy, mayBePublic, readEndpoint } from './endpoint-text.ts';
import { isPublicAddress } from './public-address.ts';

export { type EndpointPolicy, hostOf, maxEndpointLength, parseHost } from './endpoint-text.ts';

/** As `readEndpoint`, with all that is known of IP addresses. */
export function parseEndpoint(text: string, policy: EndpointPolicy): ReturnType<typeof readEndpoint> {
  return readEndpoint(text, policy, isPublicAddress);
}

export function isPublicHost(host: string): boolean {
  return mayBePublic(host, isPublicAddress);
}

/** Makes the schema for each of the two policies once, because zod compiles a schema at its first use. */
export function perPolicy<Schema>(
  make: (policy: EndpointPolicy) => Schema,
): (policy: EndpointPolicy) => Schema {
  const [strict, insecure] = [make({ allowInsecure: false }), make({ allowInsecure: true })];

  return ({ allowInsecure }) => (allowInsecure ? insecure : strict);
}
