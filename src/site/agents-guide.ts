import { agentsCommands as does } from '#texts/guides.ts';
import { commands, file, type GuideBlock } from './guide-block.ts';
import { type GuideExample, usualExample } from './guide-example.ts';

/**
 * The files and commands of the quick start for agents, in its order: one session in bash, with curl, jq and Node 20.
 * `test/whole/server/guides.test.ts` runs it as it stands on the page.
 */
export function agentsGuide(catalog: string, { words }: GuideExample = usualExample) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}`),
    ask: commands(
      does.ask,
      `curl -sS --get "$CATALOG/api/services/search/intent" \\
  --data-urlencode 'q=${words}, under $0.01' |
  jq '{intent, total, results: [.results[] | {id: .service.id, why}]}'`,
    ),
    choose: file(
      'choose.mjs',
      `const [catalog, sentence] = process.argv.slice(2);
const services = \`\${catalog}/api/services\`;
async function read(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(\`\${url} answered \${response.status}.\`);
  return response.json();
}

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
      `ID=$(node choose.mjs "$CATALOG" '${words}, under $0.01')
echo "$ID"`,
    ),
    validate: commands(
      does.validate,
      `curl -sS "$CATALOG/api/validate" \\
  --json '{"endpoint": "https://api.example.com/rain"}' |
  jq '{valid, verdict, cures: [.checks[].cure | values]}'`,
    ),
    mcp: file(
      'mcp.json',
      `{
  "mcpServers": {
    "tollbook": { "type": "http", "url": "${catalog}/mcp" }
  }
}`,
    ),
    call: commands(
      does.call,
      `curl -sS "$CATALOG/mcp" --json '{
  "jsonrpc": "2.0", "id": 1, "method": "tools/call",
  "params": { "name": "find_by_intent", "arguments": { "q": "${words} under $0.01" } }
}' -H 'Accept: application/json, text/event-stream' |
  sed -n 's/^data: //p' | jq '.result.structuredContent.results'`,
    ),
    bazaar: commands(
      does.bazaar,
      `curl -sS --get "$CATALOG/discovery/search" --data-urlencode 'query=${words}' |
  jq '[.resources[] | {resource, accepts, verdict: .extensions.tollbook.verdict}]'`,
    ),
    ard: commands(
      does.ard,
      `curl -sS "$CATALOG/ard/search" --json '{"query": {"text": "${words}"}}' |
  jq '[.results[] | {displayName, score, endpoint: .metadata.endpoint}]'`,
    ),
    markdown: commands(does.markdown, `curl -sS -H 'Accept: text/markdown' "$CATALOG/services/$ID/"`),
    shell: commands(
      does.shell,
      `export TOLLBOOK_URL=$CATALOG
npx tollbook search ${words} under 0.01
npx tollbook verify "$ID"`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type AgentsGuide = ReturnType<typeof agentsGuide>;
