import { describe, expect, it } from 'vitest';
import { anApi, request, siteUrl } from '../../../fixtures/api.ts';

const path = '/.well-known/api-catalog';

/** RFC 9727 */
describe('the catalog of APIs', () => {
  it('is a linkset that names the API, its description, its documentation and its state', async () => {
    const answer = await request(anApi(), path);

    expect(answer.headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(await answer.json()).toEqual({
      linkset: [
        { anchor: siteUrl + path, item: [{ href: `${siteUrl}/api` }] },
        {
          anchor: `${siteUrl}/api`,
          'service-desc': [{ href: `${siteUrl}/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${siteUrl}/docs/api/`, type: 'text/html' }],
          status: [{ href: `${siteUrl}/health`, type: 'application/json' }],
        },
      ],
    });
  });

  it('names itself in a header, also for who asks for headers alone', async () => {
    const answer = await request(anApi(), path, { method: 'HEAD' });

    expect(answer.headers.get('link')).toBe(`<${siteUrl}${path}>; rel="api-catalog"`);
  });
});
