import { ownersCommands as does } from '#texts/guides.ts';
import { z } from 'zod';
import { commands, file, type GuideBlock } from './guide-block.ts';
import { exampleRegistration } from './registration-guide.ts';

const Example = z.record(z.string(), z.unknown());
// Few prices vary.
const { price: _price, ...example } = Example.parse(exampleRegistration);

/** The wallet of the examples. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * The files and commands of the two guides for owners, in their order: one session in bash, with curl 7.84 and jq. `test/whole/server/guides/owners.ts` runs it
 * as it stands on the pages.
 */
export function ownersGuide(catalog: string) {
  return {
    begin: commands(does.begin, `CATALOG=${catalog}\nADDRESS=${address}`),
    message: commands(
      does.message,
      `MESSAGE=$(curl -sS "$CATALOG/api/challenges" \\
  --json "{\\"account\\": \\"eip155:1:$ADDRESS\\"}" | jq -re .message)
echo "$MESSAGE"`,
    ),
    cast: commands(does.cast, 'SIGNATURE=$(cast wallet sign --interactive "$MESSAGE")'),
    viem: commands(does.viem, 'npm install viem'),
    sign: file(
      'sign.mjs',
      `import { privateKeyToAccount } from 'viem/accounts';

const { signMessage } = privateKeyToAccount(process.env.PRIVATE_KEY);
console.log(await signMessage({ message: process.argv[2] }));`,
    ),
    node: commands(
      does.node,
      `read -rs PRIVATE_KEY
SIGNATURE=$(PRIVATE_KEY=$PRIVATE_KEY node sign.mjs "$MESSAGE")
unset PRIVATE_KEY`,
    ),
    key: commands(
      does.key,
      `KEY=$(jq -n --arg message "$MESSAGE" --arg signature "$SIGNATURE" \\
  '{$message, $signature}' | curl -sS "$CATALOG/api/keys" --json @-)
AUTH="Authorization: Bearer $(jq -re .key <<< "$KEY")"
OWNER=$(jq -re .owner <<< "$KEY")
jq 'del(.key)' <<< "$KEY"`,
    ),

    service: file('service.json', json(example)),
    validate: commands(
      does.validate,
      `jq '{endpoint, pricing, x402Config}' service.json |
  curl "$CATALOG/api/validate" --json @-`,
    ),
    dryRun: commands(
      does.dryRun,
      `curl "$CATALOG/api/services?dryRun=true" --header "$AUTH" --json @service.json`,
    ),
    register: commands(
      does.register,
      `curl -sS "$CATALOG/api/services" --header "$AUTH" \\
  --header 'Idempotency-Key: rain-radar-1' --json @service.json | tee listed.json
LISTING=$CATALOG/api/services/$(jq -re .id listed.json)`,
    ),
    status: commands(does.status, 'curl "$LISTING/status"'),

    proveWallet: commands(
      does.proveWallet,
      `curl "$LISTING/claim" --header "$AUTH" --json '{"method": "wallet"}'`,
    ),
    line: commands(does.line, 'echo "owner=$OWNER catalog=${CATALOG#*://}" > tollbook.txt\ncat tollbook.txt'),
    proveHttp: commands(does.proveHttp, `curl "$LISTING/claim" --header "$AUTH" --json '{"method": "http"}'`),
    proveDns: commands(does.proveDns, `curl "$LISTING/claim" --header "$AUTH" --json '{"method": "dns"}'`),
    standing: commands(does.standing, 'curl -sS "$LISTING/observed" | jq .proof'),

    price: commands(
      does.price,
      `curl --request PATCH "$LISTING" --header "$AUTH" \\
  --json '{"pricing": {"pricePerRequest": "0.002"}}'`,
    ),
    careful: commands(
      does.careful,
      `ETAG=$(curl -sS --fail-with-body "$LISTING/declaration" --output declaration.json \\
  --write-out '%header{etag}')
curl --request PATCH "$LISTING" --header "$AUTH" --header "If-Match: $ETAG" \\
  --json '{"description": "Rain for three hours.", "pricing": {"freeQuota": null}}'`,
    ),
    history: commands(does.history, `curl -sS "$LISTING/history" | jq '.changes[0]'`),

    offers: file(
      'offers.json',
      json({
        request: { method: 'GET', query: { city: 'Bergen' } },
        offers: [
          {
            method: 'GET',
            path: '/cities/{city}/history',
            network: 'base-sepolia',
            pricing: { currency: 'USDC', pricePerRequest: '0.01' },
          },
          {
            method: 'POST',
            network: 'base-sepolia',
            pricing: { currency: 'USDC', pricePerRequest: '0.05' },
          },
        ],
      }),
    ),
    offer: commands(
      does.offer,
      'curl --request PATCH "$LISTING" --header "$AUTH" --json @offers.json\ncurl "$LISTING/declaration"',
    ),

    services: file(
      'services.json',
      json({ services: [sibling('Rain Radar 2', 'rain/v2'), sibling('Snow Radar', 'snow')] }),
    ),
    batch: commands(
      does.batch,
      `curl -sS --fail-with-body "$CATALOG/api/services/batch" --header "$AUTH" \\
  --header 'Idempotency-Key: all-of-them-1' --json @services.json > results.json
jq '.results[] | .status, .service.id, .problem.detail | values' results.json`,
    ),
    mine: commands(does.mine, 'curl "$CATALOG/api/services?owner=$OWNER&fields=id,name,status"'),

    deprecate: commands(
      does.deprecate,
      `NEXT=$(jq -re '.results[0].service.id' results.json)
jq -n --arg next "$NEXT" \\
  '{deprecated: {message: "Ends in March.", replacement: $next}}' |
  curl --request PATCH "$LISTING" --header "$AUTH" --json @-
curl --head "$LISTING"`,
    ),
    undeprecate: commands(
      does.undeprecate,
      `curl --request PATCH "$LISTING" --header "$AUTH" --json '{"deprecated": null}'`,
    ),
    withdraw: commands(does.withdraw, 'curl --request DELETE "$LISTING" --header "$AUTH"'),
    restore: commands(does.restore, 'curl --request POST "$LISTING/restore" --header "$AUTH"'),

    maintainers: commands(
      does.maintainers,
      `curl --request PATCH "$LISTING" --header "$AUTH" \\
  --json '{"maintainers": ["github:9919"]}'`,
    ),
    handOver: commands(
      does.handOver,
      `NEW_OWNER=github:9919
curl "$LISTING/transfer" --header "$AUTH" --json "{\\"to\\": \\"$NEW_OWNER\\"}"`,
    ),
    accept: commands(does.accept, `curl "$LISTING/transfer" --header "$AUTH" --json '{"accept": true}'`),

    newFile: commands(
      does.newFile,
      `npm run catalog -- new --name 'Hail Radar' \\
  --description 'Hail of the last hour.' --category weather-environment \\
  --endpoint https://api.example.com/hail --currency USDC --price 0.001 \\
  --network base-sepolia --address ${address}`,
    ),
    editFile: commands(does.editFile, 'npm run catalog -- edit "$(basename "$LISTING")" --price 0.003'),
    checkFiles: commands(does.checkFiles, 'npm run catalog -- check'),

    keys: commands(does.keys, 'curl "$CATALOG/api/keys" --header "$AUTH"'),
    revoke: commands(
      does.revoke,
      `curl --request DELETE "$CATALOG/api/keys/$(jq -re .id <<< "$KEY")" \\
  --header "$AUTH"`,
    ),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type OwnersGuide = ReturnType<typeof ownersGuide>;

/** Another service like that of the example. */
function sibling(name: string, path: string): object {
  return { ...example, name, endpoint: `https://api.example.com/${path}` };
}
