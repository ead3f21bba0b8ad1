import { families, rulesOf } from '../domain/families/families.ts';

/** Parts of a URL that somebody meant to replace: `/users/:id`, `{city}`, `<key>`, `[id]`, `$KEY`. */
const templates = [
  /\/:[A-Za-z_]\w*/,
  /(?:\{|%7B)[^{}/%]{0,64}(?:\}|%7D)/i,
  /(?:<|%3C)[^<>/%]{0,64}(?:>|%3E)/i,
  /\[[A-Za-z_]\w*\]/,
  /\$\{?[A-Z_]{2,}/,
] as const;

/** Names that are reserved for examples (RFC 2606, RFC 6761), and those that guides write for them. */
const placeholderHost =
  /(?:^|\.)(?:example\.(?:com|net|org)|[a-z0-9-]+\.(?:example|test)|(?:your|my)-?(?:domain|api|app|site|server|service|host|company)\.[a-z.]+)$/;

const placeholderText =
  /^(?:todo|tbd|test|testing|n\/?a|none|null|undefined|description|string|no description|placeholder|(?:your|a|the|service|api|endpoint) description(?: here)?)[.!]*$/i;

/** The part of a URL that is a template; undefined where there is none. */
export function templateIn(url: string): string | undefined {
  for (const template of templates) {
    const [found] = template.exec(url.replace(/^[a-z]+:\/\/[^/]*/i, '')) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isPlaceholderHost(host: string): boolean {
  return placeholderHost.test(host);
}

/** Whether nobody holds a wallet, on whatever network. */
export function isPlaceholderWallet(address: string): boolean {
  return families.some((family) => rulesOf(family).placeholders?.test(address));
}

/** Whether a description says nothing. */
export function isPlaceholderText(text: string): boolean {
  return placeholderText.test(text) || /^lorem ipsum\b/i.test(text);
}

/** Words of payment and of nothing else: prices, tokens, networks, and what every endpoint here is. */
const paymentWords =
  /\b(?:usd[ct]?\d?|eurc?|dollars?|cents?|base|solana|polygon|ethereum|mainnet|sepolia|devnet|x402|402|paid|pay|payments?|price|cost|required|requires|per|each|request|call|query|access|to|the|this|an?|of|for|on|via|with|by|in|is|and|api|apis|endpoint|resource|service|protected|premium|content|data|http|https|get|post|url)\b/gi;

/** Whether a description says nothing but how the service is paid: "0.01 USDC on base". */
export function saysNothing(text: string): boolean {
  const isAddress = /^\S+$/.test(text) && /[/.]\S/.test(text);

  return isAddress || !/\p{L}{3}|\p{Lo}{2}/u.test(text.replaceAll(paymentWords, ' '));
}
