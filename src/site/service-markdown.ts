import { markdown as words } from '#texts/markdown.ts';
import { gonePage } from '#texts/service-page.ts';
import { stateWords } from '#texts/status.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { referencePath } from './api-reference.ts';
import { categoryPath, servicePath } from './links.ts';
import type { ServicePage } from './service-page.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** The page of a service as Markdown: what a machine needs to decide, and to call and pay it. `site` is the public address of the catalog. */
export function serviceMarkdown(page: ServicePage, site: string): string {
  const { name, description, standing, deprecation } = page;

  return [
    `# ${escaped(name)}`,
    standing,
    `*${words.notice}*`,
    factsOf(page, site).join('\n'),
    ...(deprecation ? [`**${words.deprecated}:** ${escaped(deprecation.message)}`] : []),
    `## ${words.ownerSays}`,
    `> ${escaped(description)}`,
    ...callOf(page),
    `## ${words.more}`,
    linksOf(page.id, site).join('\n'),
    '',
  ].join('\n\n');
}

/** What is left of the page of a removed service. */
export function goneMarkdown({ name, reason }: Tombstone): string {
  const why = reason === undefined ? [] : [`${gonePage.reason} ${escaped(reason)}`];

  return [`# ${escaped(name)}`, gonePage.description, ...why, gonePage.idIsKept, ''].join('\n\n');
}

function factsOf(page: ServicePage, site: string): string[] {
  const { price, network, wallet, endpoint, category, known, termsReadAt, seen } = page;
  const { trustScore, uptime, payments } = known;
  const notes = [
    ...(price.listed === null ? [] : [words.listed({ price: price.listed })]),
    ...(price.note === null ? [] : [price.note]),
    ...(price.freeQuota === undefined ? [] : [words.freeQuota({ requests: String(price.freeQuota) })]),
  ];
  const counted =
    payments &&
    words.paymentsOf({ payments: String(payments.txCount), payers: String(payments.uniquePayers) });

  return [
    fact(words.price, [`${price.perRequest} ${price.currency}`, ...notes].join(', ')),
    fact(words.network, `${escaped(network.title)} (\`${plainCode(network.caip2)}\`)`),
    fact(words.wallet, `\`${plainCode(wallet.address)}\``),
    fact(words.endpoint, `\`${plainCode(endpoint)}\``),
    fact(words.category, `[${escaped(categoryTitle(category.name))}](${site}${categoryPath(category.id)})`),
    ...page.details.map(({ label, texts }) =>
      fact(label, texts.map(({ text }) => `\`${plainCode(text)}\``).join(', ')),
    ),
    fact(words.state, stateWords[known.state].label),
    fact(words.trust, trustScore === null ? null : `${String(trustScore)}/100`),
    fact(words.uptime, uptime === null ? null : `${String(uptime)} %`),
    fact(words.payments, counted),
    fact(words.outcomes, page.outcomes.headline),
    fact(words.checked, seen?.lastChecked ?? null),
    fact(words.termsRead, termsReadAt),
  ].filter((line) => line !== '');
}

/** Nothing where it is unknown. */
function fact(name: string, value: string | null): string {
  return value === null ? '' : `- **${name}:** ${value}`;
}

function callOf({ call }: ServicePage): string[] {
  const { snippets, limit, reason, output } = call;
  const blocks = snippets.flatMap(({ title, blocks }) => [
    `### ${title}`,
    ...blocks.map(({ code }) => fenced(code)),
  ]);
  const about = [limit, reason].filter((sentence) => sentence !== null);
  const answer = output === null ? [] : [`### ${words.answer}`, fenced(output)];

  return blocks.length + about.length === 0 ? [] : [`## ${words.call}`, ...about, ...blocks, ...answer];
}

function linksOf(id: string, site: string): string[] {
  return [
    `- [${words.page}](${site}${servicePath(id)})`,
    `- [${words.service}](${site}/api/services/${id})`,
    `- [${words.observed}](${site}/api/services/${id}/observed)`,
    `- [${words.reference}](${site}${referencePath})`,
  ];
}

/** A text of an owner as text of a paragraph: no markup, and nothing that begins a list or a heading. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>|~]|&(?=#?\w+;)|^[#+-]|(?<=^\d+)[.)]/g, String.raw`\$&`);
}

/** A value within backticks. */
function plainCode(text: string): string {
  return text.replaceAll(/[`\s]/g, '');
}

/** A block of code in a fence that is longer than any in it. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);

  return `${fence}\n${code}\n${fence}`;
}
