import { agentsCommands as does } from '#texts/guides.ts';
import { commands, file, type GuideBlock } from './guide-block.ts';

/**
 * The files and commands of the quick start for agents, in its order: one session in bash, with curl, jq and Node 20.
 * `test/server/guides.test.ts` runs it as it stands on the page.
 */
export function agentsGuide(catalog: string) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}`),
    ask: commands(
      does.ask,
      `curl -sS --get "$CATALOG/api/services/search/intent" \\
  --data-urlencode 'q=rain radar for a city, under $0.01' |
  jq '{intent, total, results: [.results[] | {id: .service.id, why}]}'`,
    ),
    choose: file(
      'choose.mjs',
      `const [catalog, sentence] = process.argv.slice(2);
const services = \`\${catalog}/api/services\`;
const read = async (url) => (await fetch(url)).json();

const question = new URLSearchParams({ q: sentence });
const { results } = await read(\`\${services}/search/intent?\${question}\`);
for (const { service, why } of results) {
  const { verdict, fields } = await read(\`\${services}/\${service.id}/observed\`);
  const isAsDeclared = fields.every(({ match }) => match !== false);
  const terms = isAsDeclared ? 'as declared' : 'differs';
  console.error(service.id, verdict, terms, why);

  if (verdict === 'verified' && isAsDeclared) {
    console.log(service.id);
    process.exit();
  }
}
console.error('No service fits.');
process.exit(1);`,
    ),
    decide: commands(
      does.decide,
      `ID=$(node choose.mjs "$CATALOG" 'rain radar for a city, under $0.01')
echo "$ID"`,
    ),
    validate: commands(
      does.validate,
      `curl -sS "$CATALOG/api/validate" \\
  --json '{"endpoint": "https://api.example.com/rain"}' |
  jq '{valid, verdict, cures: [.checks[].cure | values]}'`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type AgentsGuide = ReturnType<typeof agentsGuide>;
