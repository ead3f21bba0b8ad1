import { printJson } from '../print-json.ts';
import { UsageFault } from '../usage-fault.ts';
import { ComparedFields, readAnswer, ShownFindings, type ShownService } from './answers.ts';
import { type ApiOptions, clientFor } from './api-command.ts';
import { oneLine, paint } from './layout.ts';
import { type ShownTerms, shownTerms } from './shown-terms.ts';

export interface SearchOptions extends ApiOptions {
  readonly limit: number;
  readonly offset: number;
}

/** Prints the services that fit a sentence, best first. */
export async function search(words: readonly string[], options: SearchOptions): Promise<void> {
  const { limit, offset, json } = options;
  const sentence = words.join(' ');
  if (sentence.trim() === '') throw new UsageFault('say what you need, like "weather forecast under $0.01"');

  const client = clientFor(options);
  const answer = await client.find(sentence, { limit, offset });
  if (json) {
    printJson(answer);
    return;
  }

  const { total, results } = readAnswer(ShownFindings, answer, 'the answer to the search');
  const live = await Promise.all(results.map(({ service }) => client.observed(service.id)));
  for (const [place, { service, why }] of results.entries()) {
    const terms = shownTerms(service, readAnswer(ComparedFields, live[place], 'what was observed'));
    console.log(`${findingLines(service, terms, why)}\n`);
  }
  console.log(countLine(total, { first: offset + 1, last: offset + results.length }));
}

function findingLines(service: ShownService, terms: ShownTerms, why: readonly string[]): string {
  const { id, name, description } = service;
  const lines = [
    paint('bold', oneLine(name)),
    `  ${oneLine(termsLine(service, terms), 78)}`,
    ...(terms.isOtherWallet
      ? [`  ${paint('red', 'asks for payment to another wallet than the declared one')}`]
      : []),
    `  ${oneLine(description.replaceAll(/\s+/g, ' '), 78)}`,
    `  ${paint('cyan', oneLine(id, 78))}`,
    ...(why.length === 0 ? [] : [`  ${paint('dim', oneLine(why.join('; '), 78))}`]),
  ];

  return lines.join('\n');
}

function termsLine({ status, trustScore }: ShownService, { price, network }: ShownTerms): string {
  return [price, network, status, `trust ${String(trustScore)}`].join(' · ');
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function countLine(total: number, { first, last }: Range): string {
  if (total === 0) return 'No service fits; ask with fewer words or demands.';
  if (last < first) return `All ${String(total)} are before --offset.`;

  const shown = `${String(first)} to ${String(last)} of ${String(total)}`;
  return last < total ? `${shown}; see more with --offset ${String(last)}` : shown;
}
