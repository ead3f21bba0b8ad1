import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { soon } from '../../support/soon.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const Answer = z.object({
  results: z.array(z.object({ service: z.object({ name: z.string() }) })),
  ranking: z.object({ by: z.array(z.string()) }),
});
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

const umbrella = serviceNamed('umbrella', { description: 'Says whether to take an umbrella.' });
const translator = serviceNamed('translator', { description: 'Translates text.' });

async function answerTo({ url }: RunningServer, text: string): Promise<z.infer<typeof Answer>> {
  const response = await fetch(`${url}/api/services/search/intent?${new URLSearchParams({ q: text })}`);
  return Answer.parse(await response.json());
}

async function healthOf({ url }: RunningServer): Promise<z.infer<typeof Health>> {
  return Health.parse(await (await fetch(`${url}/health`)).json());
}

/** The packaged model, which tests go without unless they ask for it. */
const packaged = { EMBEDDING_MODEL: '' };

async function aCatalogServer(settings: NodeJS.ProcessEnv = packaged): Promise<RunningServer> {
  const workplace = await aWorkplace();
  await writeCatalog(workplace.catalog, umbrella, translator);
  return aServer(workplace, settings);
}

/** Replaces @huggingface/transformers by a module with this text, in the server and its threads. */
function withTransformers(text: string): NodeJS.ProcessEnv {
  const module = `data:text/javascript,${encodeURIComponent(text)}`;
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => name === '@huggingface/transformers'
      ? { url: ${JSON.stringify(module)}, shortCircuit: true } : next(name, context) });`;

  return {
    EMBEDDING_MODEL: 'acme/multilingual',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}`,
  };
}

describe('a server', () => {
  it('searches by meaning once its model is loaded, without a build', async () => {
    const server = await aCatalogServer();

    await expect
      .poll(async () => {
        const { ranking, results } = await answerTo(server, 'shall I expect showers');
        return { by: ranking.by, first: results[0]?.service.name };
      }, soon)
      .toEqual({ by: ['words', 'meaning'], first: 'umbrella' });
    expect((await healthOf(server)).checks).toMatchObject({ meaning: 'ok' });
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('answers by words while its model loads, and stops meanwhile', async () => {
    const never = withTransformers(
      'export const env = {}; export const pipeline = () => new Promise(() => setInterval(() => {}, 1_000));',
    );
    const server = await aCatalogServer(never);

    const { ranking, results } = await answerTo(server, 'take an umbrella');
    expect(ranking.by).toEqual(['words']);
    expect(results[0]?.service.name).toBe('umbrella');
    expect((await healthOf(server)).checks).toMatchObject({ meaning: 'ok' });
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('survives a model whose thread dies, and says so in its health', async () => {
    const dying = withTransformers(`export const env = {};
      export const pipeline = async () => async (text) => {
        if (!text.includes('translates')) return { data: [1, 0] };
        return new Promise(() => setImmediate(() => { throw new Error('out of memory'); }));
      };`);
    const server = await aCatalogServer(dying);
    await expect
      .poll(async () => (await answerTo(server, 'take an umbrella')).ranking.by, soon)
      .toEqual(['words', 'meaning']);

    await answerTo(server, 'something that translates');
    await expect
      .poll(() => healthOf(server), soon)
      .toMatchObject({
        status: 'degraded',
        checks: { meaning: expect.stringContaining('Restart the server') as string },
      });
    expect((await answerTo(server, 'an umbrella for tomorrow')).ranking.by).toEqual(['words']);
    expect(server.output()).toContain('out of memory');
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('says in its health and its log that its model cannot be loaded', async () => {
    const server = await aCatalogServer({ EMBEDDING_MODEL: 'acme/multilingual' });

    await expect
      .poll(() => healthOf(server), soon)
      .toMatchObject({
        status: 'degraded',
        checks: { meaning: expect.stringContaining('Correct EMBEDDING_MODEL') as string },
      });
    expect(server.output()).toContain('npm install --no-save --ignore-scripts @huggingface/transformers');
    expect((await answerTo(server, 'take an umbrella')).results[0]?.service.name).toBe('umbrella');
  });
});
