import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TestView, WebhookView } from '../../../../src/views/webhook.ts';
import { freePort } from '../../../support/free-port.ts';
import { follow } from '../../../support/guide-session.ts';
import type { GuidedCatalog } from '../../../support/guided-catalog.ts';
import { aRegistration } from '../../../support/registration.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export function describeWebhooksGuide(open: () => GuidedCatalog): void {
  describe('the guide to webhooks, followed word by word', () => {
    let folder: string;
    let printed: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const catalog = open();
      folder = await catalog.reader();
      const port = await freePort();
      const { url } = catalog.server;
      const asReader = (code: string): string =>
        code
          .replaceAll('https://hooks.example.com', `http://127.0.0.1:${String(port)}`)
          .replace('listen(8080)', `listen(${String(port)})`);
      const registration = JSON.stringify({ ...aRegistration('told'), category: 'weather-environment' });
      const untilDelivered = `until curl "$HOOK" --header "$AUTH" | grep -q '"delivered"'; do sleep 0.1; done`;
      const untilListening = `until curl --max-time 1 http://127.0.0.1:${String(port)} >&2; [ $? = 22 ]; do sleep 0.1; done`;

      const blocks = (await catalog.guide('/docs/owners/webhooks/')).map((block) => ({
        ...block,
        code: asReader(block.code),
      }));
      printed = await follow(blocks, {
        folder,
        packages: { standardwebhooks: join(root, 'node_modules') },
        around: {
          'make a webhook': [
            `CATALOG=${url}; AUTH='Authorization: Bearer ${await catalog.workplace.key()}'; trap 'kill $(jobs -p)' EXIT`,
            '',
          ],
          'receive deliveries': ['', untilListening],
          'see the deliveries': [
            `curl "$CATALOG/api/services" --header "$AUTH" --json '${registration}' > told.json; ${untilDelivered}`,
            '',
          ],
        },
      });
    });

    /** What commands printed, without what the receiver printed meanwhile. */
    function jsonOf(name: string): unknown {
      return JSON.parse((printed[name] ?? '').replace(/^msg_.*$/gm, ''));
    }

    it('makes webhooks, and receives what their signature proves', () => {
      expect(TestView.parse(jsonOf('try the webhook'))).toMatchObject({
        accepted: true,
        httpStatus: 204,
      });
      const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(jsonOf('select changes'));
      expect([id, secret]).toEqual([expect.stringMatching(/^wh_/), expect.stringMatching(/^whsec_/)]);
      expect(Object.values(printed).join('\n')).toMatch(/^msg_\w+ service\.test undefined$/m);
    });

    it('shows a delivery, and has it made again', () => {
      const { deliveries } = WebhookView.pick({ deliveries: true, status: true, reason: true }).parse(
        jsonOf('see the deliveries'),
      );
      const id = deliveries[0]?.id ?? '';

      expect(deliveries).toMatchObject([{ kind: 'created', status: 'delivered' }]);
      expect(printed['repeat a delivery']).toContain(id);
      expect(
        Object.values(printed)
          .join('\n')
          .match(new RegExp(`^${id} service.created `, 'gm'))?.length,
      ).toBeGreaterThan(0);
    });

    it('changes the secret, and deletes the webhook', () => {
      expect(printed['switch it on again']).toContain('"status":"on"');
      expect(printed['delete the webhook']).toBe('');
    });

    it('verifies with its own ten lines what the library does', async () => {
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      process.env['SECRET'] = secret;
      const read = async (name: string): Promise<unknown> => import(pathToFileURL(join(folder, name)).href);
      const { isSigned } = z
        .object({ isSigned: z.custom<(headers: object, body: string) => boolean>() })
        .parse(await read('signature.mjs'));
      const { readEvent } = z
        .object({ readEvent: z.custom<(headers: object, body: string) => unknown>() })
        .parse(await read('verify.mjs'));
      const { signedHeaders } = await import('../../../../src/webhooks/message.ts');
      const { makeSecret } = await import('../../../../src/webhooks/message.ts');
      const message = { id: 'msg_1', body: '{"type":"service.created","data":"🌧"}' };
      const headers = signedHeaders(message, [makeSecret(), secret], new Date());
      const late = signedHeaders(message, [secret], new Date(Date.now() - 301_000));

      expect(isSigned(headers, message.body)).toBe(true);
      expect(readEvent(headers, message.body)).toEqual(JSON.parse(message.body));
      for (const wrong of [signedHeaders(message, [makeSecret()], new Date()), late, {}]) {
        expect(isSigned(wrong, message.body)).toBe(false);
        expect(() => readEvent(wrong, message.body)).toThrow();
      }
      expect(isSigned(headers, `${message.body} `)).toBe(false);
    });
  });
}
