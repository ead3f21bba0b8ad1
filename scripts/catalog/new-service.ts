import { readConfig } from '../../src/config/config.ts';
import { readLocalCatalog } from '../../src/open/catalog.ts';
import { CatalogFolder } from '../../src/adapters/catalog-folder.ts';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { planImport } from '../../src/catalog-files/plan-import.ts';
import { categoriesPath } from '../../src/domain/category.ts';
import { listIn } from '../../src/domain/list-in.ts';
import { readPriceRange } from '../../src/domain/price-range.ts';
import { printable } from '../../src/domain/plain-text.ts';
import { printServiceFile, serviceFilePath } from '../../src/domain/service-file.ts';

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

type Answers = Partial<Record<keyof typeof questions, string>>;

/** `catalog new`: writes the file of one service, and prompts for missing options. */
export async function newService(given: Answers): Promise<void> {
  const config = readConfig(process.env);
  const answers = process.stdin.isTTY ? { ...given, ...(await ask(given)) } : given;
  const reading = await readLocalCatalog(config);

  const { services, skipped } = planImport(
    [toRegistration(answers)],
    reading,
    config.endpointPolicy,
    new Date(),
  );
  const [service] = services;
  if (!service) {
    throw new Error(
      [
        'the service cannot be listed:',
        ...(skipped[0]?.problems ?? []).map((problem) => printable(`  ${problem.pointer} ${problem.detail}`)),
      ].join('\n'),
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

async function ask(given: Answers): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers: [string, string][] = [];
  for (const [name, question] of Object.entries(questions)) {
    if (!Object.hasOwn(given, name)) answers.push([name, await terminal.question(`${question}: `)]);
  }

  terminal.close();
  return Object.fromEntries(answers);
}

function toRegistration({
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
