import { webhooksCommands as does } from '#texts/guides.ts';
import { commands, file, type GuideBlock } from './guide-block.ts';

/**
 * The files and commands of the guide to webhooks, in their order, which go on in the terminal of the quick start for owners.
 * `test/whole/server/guides/webhooks.ts` runs them as they stand on the page.
 */
export function webhooksGuide() {
  return {
    make: commands(
      does.make,
      `TARGET=https://hooks.example.com/tollbook
MADE=$(curl -sS "$CATALOG/api/webhooks" --header "$AUTH" \\
  --json "{\\"url\\": \\"$TARGET\\"}")
HOOK=$CATALOG/api/webhooks/$(jq -re .id <<< "$MADE")
export SECRET=$(jq -re .secret <<< "$MADE")`,
    ),
    some: commands(
      does.some,
      `curl "$CATALOG/api/webhooks" --header "$AUTH" --json '{
  "url": "https://hooks.example.com/tollbook/weather",
  "kinds": ["created", "updated", "deleted", "removed", "restored"],
  "query": "category=weather-environment&chain=base"
}'`,
    ),

    receiver: file(
      'receive.mjs',
      `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isSigned } from './signature.mjs';

createServer(async (request, response) => {
  const body = await text(request);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();

  const { type, data } = JSON.parse(body);
  console.log(request.headers['webhook-id'], type, data.id);
  response.writeHead(204).end();
}).listen(8080);`,
    ),
    signature: file(
      'signature.mjs',
      `import { createHmac, timingSafeEqual } from 'node:crypto';

const key = Buffer.from(process.env.SECRET.replace('whsec_', ''), 'base64');

export function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at } = headers;
  const hmac = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`);
  const right = Buffer.from(\`v1,\${hmac.digest('base64')}\`);
  const given = String(headers['webhook-signature']).split(' ').map((one) => Buffer.from(one));
  const isOurs = given.some((one) => one.length === right.length && timingSafeEqual(one, right));

  return isOurs && Math.abs(Date.now() / 1000 - Number(at)) < 300;
}`,
    ),
    receive: commands(does.receive, 'node receive.mjs &'),
    install: commands(does.install, 'npm install standardwebhooks'),
    library: file(
      'verify.mjs',
      `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SECRET);

/** Throws unless the signature is right and at most 5 minutes old. */
export const readEvent = (headers, body) => webhook.verify(body, headers);`,
    ),

    test: commands(does.test, 'curl --request POST "$HOOK/test" --header "$AUTH"'),
    look: commands(does.look, `curl -sS "$HOOK" --header "$AUTH" | jq '{status, reason, deliveries}'`),
    replay: commands(
      does.replay,
      `DELIVERY=$(curl -sS "$HOOK" --header "$AUTH" | jq -re '.deliveries[0].id')
curl --request POST "$HOOK/deliveries/$DELIVERY/replay" --header "$AUTH"`,
    ),
    rotate: commands(
      does.rotate,
      'SECRET=$(curl -sS --request POST "$HOOK/secret" --header "$AUTH" | jq -re .secret)',
    ),
    enable: commands(does.enable, 'curl --request POST "$HOOK/enable" --header "$AUTH"'),
    remove: commands(does.remove, 'curl --request DELETE "$HOOK" --header "$AUTH"'),
  } as const satisfies Readonly<Record<string, GuideBlock>>;
}

export type WebhooksGuide = ReturnType<typeof webhooksGuide>;
