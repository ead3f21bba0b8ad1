import { beforeAll, describe, expect, it } from 'vitest';
import { type Block, follow } from '../../../support/guide-session.ts';
import type { GuidedCatalog } from '../../../support/guided-catalog.ts';

/** The command of this clone; `test/package` runs that of the package. */
const command = `node ${new URL('../../../../scripts/tollbook.ts', import.meta.url).pathname}`;

interface Opened {
  readonly catalog: GuidedCatalog;
  /** What the endpoints of the catalog begin with. Its cheap route asks for what it declares. */
  readonly sellerUrl: string;
  /** The wallet that is paid. */
  readonly payTo: string;
}

export function describeAgentsGuide(open: () => Opened): void {
  describe('the quick start for agents, followed word by word', () => {
    let printed: Readonly<Record<string, string>>;

    let opened: Opened;

    beforeAll(async () => {
      opened = open();
      const { catalog, sellerUrl } = opened;
      const asReader = (block: Block): Block => ({
        ...block,
        code: block.code.replaceAll('https://api.example.com', sellerUrl).replaceAll('npx tollbook', command),
      });
      const blocks = await catalog.guide('/docs/agents/');
      printed = await follow(blocks.map(asReader), { folder: await catalog.reader() });
    });

    it('finds services with a sentence, by what they ask now', () => {
      expect(JSON.parse(printed['ask with a sentence'] ?? '')).toMatchObject({
        intent: { maxPrice: '0.01' },
        total: 1,
        results: [{ id: expect.stringMatching(/-radar-/) as string }],
      });
    });

    it('decides for the one that asks for what it declares', () => {
      expect(printed['choose a service']).toMatch(/^rain-radar-\w{8}$/);
    });

    it('has a file for MCP clients, and calls a tool', () => {
      expect(JSON.parse(printed['call a tool by hand'] ?? '')).toMatchObject([
        { id: expect.stringMatching(/-radar-/) as string, verdict: 'allow' },
      ]);
    });

    it('asks as clients of x402 discovery and registries of agents do', () => {
      expect(JSON.parse(printed['ask as a client of x402 discovery'] ?? '')).toContainEqual({
        resource: `${opened.sellerUrl}/rain`,
        accepts: [expect.objectContaining({ payTo: opened.payTo, amount: '1000' }) as object],
        verdict: 'verified',
      });
      expect(JSON.parse(printed['ask as a registry of agents'] ?? '')).toContainEqual({
        displayName: 'Rain Radar',
        score: expect.any(Number) as number,
        endpoint: `${opened.sellerUrl}/rain`,
      });
    });

    it('searches and verifies at a shell', () => {
      expect(printed['ask with the command']).toContain('Rain Radar');
      expect(printed['ask with the command']).toMatch(/^rain-radar-\w{8}: .*Verified/m);
    });

    it('reads the service as Markdown', () => {
      expect(printed['read a service as Markdown']).toMatch(/^# Rain Radar\n/);
    });

    it('checks an endpoint that is not listed', () => {
      expect(JSON.parse(printed['check an endpoint that is not listed'] ?? '')).toMatchObject({
        valid: true,
        verdict: 'verified',
      });
    });
  });
}
