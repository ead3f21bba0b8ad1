import { localPath } from '../local-path.ts';

/** What stands around the reference; the reference itself is the OpenAPI document, in its language. */
export const apiReferenceTexts = {
  /** The title of the page of one part of the reference, and what a reader finds there. */
  pageTitle: (part: string): string => `API: ${part}`,
  pageDescription: (part: string): string => `The part “${part}” of the API reference, in every detail.`,
  operations: 'Operations',
  filter: 'Filter operations',
  basics: 'Basics',
  schemas: 'Schemas',
  start: 'Every path starts at this address:',
  address: 'address of the API',
  madeFromHtml:
    'This page is made from <a href="/openapi.json">the OpenAPI document</a>, which code generators and other tools can read.',
  authentication: 'Authentication',
  keyHtml: `Reading needs no key. Writing does: send it as <code>Authorization: Bearer &lt;key&gt;</code>. In the examples, it is in the variable <code>API_KEY</code>. <a href="${localPath('/docs/owners/#key')}">How to get a key</a>`,
  refusals: 'Refusals',
  refusalsHtml: `Every refusal is a <a href="${localPath('/docs/api/schemas/#schema-Problem')}">Problem</a> (<code>application/problem+json</code>, RFC 9457). <a href="${localPath('/problems/')}">The list of problems</a> explains each <code>code</code>.`,
  commonHeaders: 'Headers of every response',
};
