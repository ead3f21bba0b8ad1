import { describe, expect, it } from 'vitest';
import {
  webhookCodes,
  webhookProblem,
  webhookProblems,
  webhookRequest,
} from '../../../src/webhooks/webhook-request.ts';
import { privateHosts } from '../../fixtures/private-hosts.ts';

const codesOf = (body: unknown, allowInsecure = false): string[] => {
  const { error } = webhookRequest({ allowInsecure }).safeParse(body);
  return error ? webhookProblems(error, body).map(({ pointer, code }) => `${pointer} ${code}`) : [];
};

describe('a request for a webhook', () => {
  it.each([
    'https://hooks.example.com',
    'https://hooks.example.com:8443/a/b?token=x%20y&z',
    'https://93.184.215.14/hook',
  ])('may have the target %s', (url) => {
    expect(codesOf({ url })).toEqual([]);
  });

  it.each([
    ['hooks.example.com', ['/url target_not_url']],
    ['https://hooks.example.com/a b', ['/url target_not_url']],
    ['ftp://hooks.example.com', ['/url target_not_url']],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, ['/url target_too_long']],
    [`https://hooks.example.com/${'ä'.repeat(1000)}`, ['/url target_too_long']],
    ['http://hooks.example.com', ['/url target_not_https']],
    ['https://me:secret@hooks.example.com', ['/url target_has_credentials']],
    ['https://@hooks.example.com', ['/url target_has_credentials']],
    ['https://hooks.example.com/#top', ['/url target_has_fragment']],
    ['https://hooks.example.com:0/', ['/url target_not_public']],
    [
      'http://me@localhost#',
      ['not_https', 'has_credentials', 'has_fragment', 'not_public'].map((code) => `/url target_${code}`),
    ],
  ])('may not have the target %s', (url, codes) => {
    expect(codesOf({ url })).toEqual(codes);
  });

  it.each(Object.values(privateHosts).flat())('may not have a target at %s', (host) => {
    expect(codesOf({ url: `https://${host}/hook` })).not.toEqual([]);
  });

  it('may have a target on this machine, where that is allowed', () => {
    expect(codesOf({ url: 'http://127.0.0.1:8080/hook' }, true)).toEqual([]);
    expect(codesOf({ url: 'http://me@127.0.0.1:8080/hook' }, true)).toEqual(['/url target_has_credentials']);
  });

  it.each([
    [{}, ['/url required']],
    [{ url: 5 }, ['/url wrong_type']],
    [{ url: 'https://a.example', secret: 'x' }, [' unknown_field']],
    [{ url: 'https://a.example', kinds: [] }, ['/kinds kinds_empty']],
    [{ url: 'https://a.example', kinds: ['created', 'paid'] }, ['/kinds/1 not_in_list']],
    [{ url: 'https://a.example', query: 'a'.repeat(2001) }, ['/query filter_too_long']],
    [[], [' wrong_type']],
  ])('is refused: %j', (body, codes) => {
    expect(codesOf(body).map((code) => code.replace('/secret', ''))).toEqual(codes);
  });

  it('has the URL in the form in which it is asked', () => {
    expect(
      webhookRequest({ allowInsecure: false }).parse({ url: 'HTTPS://Hooks.Example.COM:443/ä' }).url,
    ).toBe('https://hooks.example.com/%C3%A4');
  });
});

it('has for each code a sentence with the value, the rule and the cure', async () => {
  const texts = webhookCodes.map(
    (code) => `${code}: ${webhookProblem(code, ['field'], { value: 'given' }).detail}\n`,
  );

  await expect(texts.join('')).toMatchFileSnapshot('../../fixtures/texts/webhook-problems.txt');
});
