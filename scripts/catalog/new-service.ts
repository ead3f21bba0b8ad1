import { readConfig } from '../../src/config/config.ts';
import { readLocalCatalog } from '../../src/open/catalog.ts';
import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { planImport } from '../../src/catalog-files/plan-import.ts';
import { categoriesPath, type Category } from '../../src/domain/category.ts';
import type { FieldProblem } from '../../src/domain/field-problem.ts';
import { readPriceRange } from '../../src/domain/price-range.ts';
import { listIn, printable } from '../../src/domain/plain-text.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';
import { optionOf } from './option-of.ts';
import { faultLine } from './refusal-text.ts';

/** The options of `catalog new`, each with its prompt. */
export const questions = {
  name: 'name of the service, 1 to 255 characters',
  description: 'what it does, 1 to 2000 characters',
  endpoint: 'base URL, like https://api.example.com/v1',
  category: `category id, from ${categoriesPath}`,
  currency: 'symbol of the token it is paid in, like USDC',
  price: 'price per request, like 0.001',
  varying: 'if it varies: lowest and highest price, like 0.001 - 0.126, or varies; empty for one price',
  freeQuota: 'free requests; empty for none',
  network: 'network, like base or eip155:8453',
  address: 'wallet to pay',
  docsUrl: 'address of its documentation, https; empty for none',
  tags: 'up to 5 tags, like weather, radar; empty for none',
} as const;

type Question = keyof typeof questions;
type Answers = Partial<Record<Question, string>>;

/** Where each answer goes in a registration. */
const pointers: Readonly<Record<Question, string>> = {
  name: '/name',
  description: '/description',
  endpoint: '/endpoint',
  category: '/category',
  currency: '/pricing/currency',
  price: '/pricing/pricePerRequest',
  varying: '/price',
  freeQuota: '/pricing/freeQuota',
  network: '/x402Config/network',
  address: '/x402Config/paymentAddress',
  docsUrl: '/docsUrl',
  tags: '/tags',
};

const optionByPointer = Object.fromEntries(
  Object.entries(pointers).map(([name, pointer]) => [pointer, optionOf(name)]),
);

/** `catalog new`: writes the file of one service, and prompts for missing options. */
export async function newService(given: Answers): Promise<void> {
  const config = readConfig(process.env);
  const reading = await readLocalCatalog(config);
  const planned = (answers: Answers) =>
    planImport([registrationOf(answers)], reading, config.endpointPolicy, new Date());
  const faultsOf = (answers: Answers): readonly Fault[] =>
    planned(answers).skipped.flatMap(({ problems }) => problems);
  const answers = process.stdin.isTTY
    ? await askAll(given, { faultsOf, categories: reading.categories })
    : given;

  const { services, skipped } = planned(answers);
  const [service] = services;
  if (!service) {
    throw new Error(
      ['the service cannot be listed:', ...(skipped[0]?.problems ?? []).map(faultLine(optionByPointer))].join(
        '\n',
      ),
    );
  }

  const path = serviceFilePath(service.id);
  const files = new CatalogFolder(config.catalogDir);
  await files.seedCategories();
  await files.write(path, printServiceFile(service));
  console.log(join(config.catalogDir, path));
  console.error(
    'Commit this file and open a pull request. Its review applies the same checks as "npm run catalog -- check".',
  );
}

async function askAll(
  given: Answers,
  { faultsOf, categories }: { faultsOf: Questioned['faultsOf']; categories: readonly Category[] },
): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const say = (line: string): void => console.error(printable(line));
  try {
    return await askEach(given, {
      faultsOf,
      say,
      ask: (prompt) => terminal.question(prompt),
      categories: categories.map(({ id }) => id),
    });
  } finally {
    terminal.close();
  }
}

type Fault = Pick<FieldProblem, 'pointer' | 'detail'>;

/** Whoever answers, and who judges that. */
export interface Questioned {
  readonly ask: (prompt: string) => Promise<string>;
  readonly say: (line: string) => void;
  /** Everything that is wrong with a registration of these answers. */
  readonly faultsOf: (answers: Answers) => readonly Fault[];
  /** Their ids. */
  readonly categories: readonly string[];
}

/** Asks for each answer that is missing, again until it breaks no rule. */
export async function askEach(
  given: Answers,
  { ask, say, faultsOf, categories }: Questioned,
): Promise<Answers> {
  let answers = given;
  for (const name of Object.keys(questions) as Question[]) {
    if (Object.hasOwn(given, name)) continue;
    if (name === 'category') say(`Categories: ${categories.join(', ')}`);

    let faults: readonly Fault[];
    do {
      answers = { ...answers, [name]: (await ask(`${questions[name]}: `)).trim() };
      faults = faultsOf(answers).filter(({ pointer }) => pointer === pointers[name]);
      for (const { detail } of faults) say(`  ${detail}`);
    } while (faults.length > 0);
  }

  return answers;
}

/** The body that these answers make. */
export function registrationOf({
  name,
  description,
  endpoint,
  category,
  currency,
  price,
  varying = '',
  freeQuota,
  network,
  address,
  docsUrl = '',
  tags = '',
}: Answers): unknown {
  return {
    name,
    description,
    endpoint,
    category,
    pricing: {
      currency,
      pricePerRequest: price,
      ...(freeQuota === undefined || freeQuota === '' ? {} : { freeQuota: Number(freeQuota) }),
    },
    ...(varying === '' ? {} : { price: readPriceRange(varying) }),
    x402Config: { paymentAddress: address, network },
    ...(docsUrl === '' ? {} : { docsUrl }),
    ...(tags === '' ? {} : { tags: listIn(tags) }),
  };
}
