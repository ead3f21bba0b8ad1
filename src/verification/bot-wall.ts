import type { ProbeAnswer } from '../domain/probe.ts';

const blockedStatuses = [403, 429];

/** Headers by which bot protections mark that they answer in place of the endpoint, whatever the status. */
const marks: readonly (readonly [header: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge/],
  ['x-vercel-mitigated', /^(challenge|deny)/],
  ['x-amzn-waf-action', /^(challenge|captcha)/],
  ['x-sucuri-block', /./],
];

/** Titles and scripts of their pages: Cloudflare, Vercel, Anubis, Sucuri, DataDome, PerimeterX, Imperva, Akamai and AWS. */
const pages: readonly RegExp[] = [
  /<title>\s*(Just a moment|Attention Required|Access denied|Vercel Security Checkpoint|Human Verification|Pardon Our Interruption|Making sure you.{1,6}re not a bot)/i,
  /\b(_cf_chl_opt|sucuri_cloudproxy_js|_Incapsula_Resource|_pxAppId|px-captcha|awsWafCookieDomainList|bm-verify)\b/,
  /\b(captcha-delivery\.com|errors\.edgesuite\.net|within\.website\/x\/cmd\/anubis)\b/,
];

/** How an answer keeps checks away, as one sentence; undefined where it is the endpoint's own. */
export function botWall({ status, headers, body }: ProbeAnswer): string | undefined {
  if (blockedStatuses.includes(status)) return `It answers ${String(status)}, which keeps checks away.`;

  const isMarked = marks.some(([name, value]) => value.test(headers[name] ?? ''));
  return isMarked || pages.some((page) => page.test(body))
    ? `It answers ${String(status)} with a page that tells people from programs.`
    : undefined;
}
