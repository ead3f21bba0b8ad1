import { scannersCommands as does } from '#texts/guides.ts';
import { commands, file, type GuideBlock } from './guide-block.ts';

/** Queries of the exported database, each of which ends with a semicolon. */
const databaseQueries = `-- The best matches for some words. The name of a service weighs most.
SELECT services.id, services.name, pricing_price_per_request AS price, status
FROM search JOIN services ON services.number = search.rowid
WHERE search MATCH 'rain OR weather' AND status <> 'inactive'
ORDER BY rank LIMIT 10;

-- The cheapest services that are paid in USDC on one network.
SELECT id, name, pricing_price_per_request AS price FROM services
WHERE x402_config_network = 'base-sepolia' AND pricing_currency = 'USDC'
ORDER BY CAST(pricing_price_per_request AS REAL), id LIMIT 10;

-- How many services each chain has.
SELECT chain.value AS chain, count(*) AS services
FROM services, json_each(supported_chains) AS chain
GROUP BY chain.value ORDER BY count(*) DESC, chain.value;
`;

/**
 * The commands of the quick start for scanners, in its order: one session in bash, with npm, curl 7.84 and jq, and a clone of the
 * catalog's repository in `~/tollbook`. `test/whole/server/guides/scanners.ts` runs it as it stands on the page.
 */
export function scannersGuide(catalog: string) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}\ncd ~/tollbook`),
    install: commands(does.install, 'npm ci'),
    copy: commands(does.copy, 'npm run mirror -- --from "$CATALOG" --to ~/mirror --verify'),
    follow: commands(does.follow, 'npm run mirror -- --from "$CATALOG" --to ~/mirror --verify --follow'),
    service: commands(
      does.service,
      `jq '{name, pricing, x402Config, status}' ~/mirror/services/*/*.json
jq '{services, commit, lastVisit}' ~/mirror/mirror.json`,
    ),
    signers: commands(
      does.signers,
      `curl -sS --fail-with-body --output ~/signers "$CATALOG/.well-known/tollbook-signers"
npm run mirror -- --from "$CATALOG" --to ~/mirror --verify --signers ~/signers`,
    ),
    program: file('watch.ts', program(catalog)),
    link: commands(does.link, 'cd ~\nnpm install ~/tollbook'),
    run: commands(does.run, '~/tollbook/node_modules/.bin/node watch.ts'),
    export: commands(
      does.export,
      `curl -sS --fail-with-body --compressed \\
  --dump-header headers.txt --output services.ndjson \\
  "$CATALOG/api/export.ndjson"
CURSOR=$(sed -n 's/^x-catalog-cursor: *//Ip' headers.txt | tr -d '\\r')
wc -l < services.ndjson`,
    ),
    changes: commands(
      does.changes,
      `curl -sS --fail-with-body --output changes.json \\
  "$CATALOG/api/changes?since=$CURSOR&limit=1000"
jq --raw-output '.changes[] | "\\(.kind) \\(.id)"' changes.json
CURSOR=$(jq -re .next changes.json)`,
    ),
    database: commands(
      does.database,
      `curl -sS --fail-with-body --compressed \\
  --output catalog.sqlite "$CATALOG/api/export.sqlite"`,
    ),
    queries: file('queries.sql', databaseQueries),
    page: commands(
      does.page,
      `curl -sS --include "$CATALOG/api/services?category=weather-environment&limit=100"`,
    ),
    observed: commands(
      does.observed,
      `ID=$(head -n 1 services.ndjson | jq -re .id)
curl -sS "$CATALOG/api/services/$ID/observed"`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type ScannersGuide = ReturnType<typeof scannersGuide>;

/** One visit, so that it ends; `follow` has the same options. */
function program(catalog: string): string {
  return `import { homedir } from 'node:os';
import { mirror, MirrorFault } from 'tollbook/mirror';

try {
  const options = { from: '${catalog}', to: \`\${homedir()}/mirror\`, verify: true };
  const { services, log } = await mirror(options, ({ changes }) => {
    for (const { id, effect } of changes) console.log(effect, id);
  });
  console.log(\`\${services} services, and the log has \${log?.size} entries\`);
} catch (error) {
  if (!(error instanceof MirrorFault)) throw error;
  console.error(\`Do not use this copy: \${error.message}\`);
  process.exitCode = 1;
}`;
}
