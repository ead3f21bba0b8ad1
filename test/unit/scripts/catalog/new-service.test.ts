import { expect, it } from 'vitest';
import { askEach, questions, registrationOf } from '../../../../scripts/catalog/new-service.ts';
import { planImport } from '../../../../src/catalog-files/plan-import.ts';

/** What somebody types at each question; a list is typed one after the other. */
const typed: Readonly<Record<string, readonly string[]>> = {
  name: ['', 'Rain Radar'],
  description: ['Rain for two hours.'],
  endpoint: ['http://api.example.com', 'https://api.example.com/rain '],
  category: ['Weather', 'weather'],
  currency: ['usdc', 'USDC'],
  price: ['1e-3', '0.001'],
  network: ['bse', 'base'],
  address: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
};

it('asks again until an answer breaks no rule, lists categories, and offers the nearest network', async () => {
  const left = new Map(Object.entries(typed).map(([name, answers]) => [name, [...answers]]));
  const names = new Map<string, string>(Object.entries(questions).map(([name, text]) => [`${text}: `, name]));
  const said: string[] = [];
  const reading = {
    services: [],
    tombstones: [],
    rejects: new Map(),
    categories: [{ id: 'weather', name: 'Sky', description: 'a' }],
  };

  const answers = await askEach(
    { tags: 'rain' },
    {
      ask: (prompt) => Promise.resolve(left.get(names.get(prompt) ?? '')?.shift() ?? ''),
      say: (line) => said.push(line),
      faultsOf: (each) =>
        planImport([registrationOf(each)], reading, { allowInsecure: false }, new Date()).skipped.flatMap(
          ({ problems }) => problems,
        ),
      categories: ['weather'],
    },
  );

  expect([...left.values()].flat()).toEqual([]);
  expect(answers).toMatchObject({
    name: 'Rain Radar',
    endpoint: 'https://api.example.com/rain',
    network: 'base',
    tags: 'rain',
  });
  expect(said).toContain('Categories: weather');
  expect(said.join('\n')).toMatch(/bse.*"base"/);
});
