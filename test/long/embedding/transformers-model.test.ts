import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ModelThreads } from '../../../src/adapters/embedding/model-threads.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { installPackages } from '../../support/own-packages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';
import { tinyDimensions, type Weights, writeTinyModel } from './tiny-model.ts';

const isInstalled = await installPackages(import.meta.dirname);
const isInProject = existsSync(
  fileURLToPath(new URL('../../../node_modules/@huggingface/transformers', import.meta.url)),
);

const preload = fileURLToPath(new URL('operator-packages.ts', import.meta.url));
const withPackage = { NODE_OPTIONS: `--import=${preload}` };

const Found = z.object({
  results: z.array(z.object({ service: z.object({ name: z.string() }) })),
  ranking: z.object({ by: z.array(z.string()) }),
});

beforeEach(() => {
  vi.stubEnv('NODE_OPTIONS', withPackage.NODE_OPTIONS);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Loads a model as the server does, in a thread. */
async function load(model: string, cacheDir?: string): Promise<ModelThreads> {
  const threads = await ModelThreads.start({ model, cacheDir: cacheDir ?? (await temporaryFolder()) }, 1);
  onTestFinished(() => threads.close());

  return threads;
}

/** Writes a model with this name, and gives the path of its folder. */
async function aModel(name: string, weights: readonly Weights[] = ['model.onnx']): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  await writeTinyModel(folder, weights);
  return folder;
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
}

describe.skipIf(!isInstalled)('a model in a folder', () => {
  it('makes unit vectors of its dimensions, which are near where texts mean the same', async () => {
    const model = await load(await aModel('tiny'));
    const rain = await model.embed('rain and wind', 'service');

    expect(model.dimensions).toBe(tinyDimensions);
    expect(rain).toHaveLength(tinyDimensions);
    expect(cosine(rain, rain)).toBeCloseTo(1);
    expect(cosine(rain, await model.embed('storm, fog', 'question'))).toBeGreaterThan(
      cosine(rain, await model.embed('token, price', 'question')),
    );
  });

  it.each(['tiny', 'someone/tiny', 'a name--that the Hub refuses'])(
    'is found by a relative path, and preferred to a download of that name: %s',
    async (name) => {
      const [here, downloads, before] = [await temporaryFolder(), await temporaryFolder(), process.cwd()];
      await writeTinyModel(join(here, name), ['model.onnx']);
      await writeTinyModel(join(downloads, name), ['model_quantized.onnx']);
      const absolute = await load(join(here, name));
      process.chdir(here);
      const byName = await load(name, downloads).finally(() => {
        process.chdir(before);
      });

      expect(await byName.embed('rain', 'question')).toEqual(await absolute.embed('rain', 'question'));
    },
  );

  it('uses quantized weights, and full ones only where there are no others', async () => {
    const full = await load(await aModel('tiny', ['model.onnx']));
    const quantized = await load(await aModel('tiny', ['model_quantized.onnx']));
    const both = await load(await aModel('tiny', ['model.onnx', 'model_quantized.onnx']));
    const [a, b, c] = await Promise.all(
      [full, quantized, both].map((model) => model.embed('rain', 'question')),
    );

    expect(a).toEqual(b?.map((number) => -number));
    expect(c).toEqual(b);
  });

  it('reads the beginning of long texts, although it does not say how long they may be', async () => {
    const model = await load(await aModel('tiny'));
    const beginning = 'rain wind '.repeat(60);

    expect(await model.embed(`${beginning} coin`.repeat(3), 'service')).toEqual(
      await model.embed(`${beginning} music`, 'service'),
    );
    expect(await model.embed('rain'.repeat(500), 'service')).toHaveLength(tinyDimensions);
  });

  it.each(['tiny-e5-small', 'multilingual-E5'])(
    'gets the beginnings that the E5 family wants: %s',
    async (name) => {
      const [plain, e5] = [await load(await aModel('tiny')), await load(await aModel(name))];

      expect(await e5.embed('rain', 'question')).toEqual(await plain.embed('query: rain', 'question'));
      expect(await e5.embed('rain', 'service')).toEqual(await plain.embed('passage: rain', 'service'));
    },
  );

  it('gets texts as they are unless it is of the E5 family', async () => {
    const model = await load(await aModel('tiny-be5t-base5'));

    expect(await model.embed('rain', 'question')).toEqual(await model.embed('rain', 'service'));
  });

  it.each([
    ['config.json', /config\.json/],
    ['tokenizer_config.json', /tokenizer/],
    ['onnx/model.onnx', /model\.onnx/],
  ])('is refused without its %s, with the cure', async (file, reason) => {
    const folder = await aModel('tiny');
    await rm(join(folder, file));

    const message = await failureOf(folder);
    expect(message).toContain(`EMBEDDING_MODEL=${folder} cannot be loaded: `);
    expect(message).toContain('write the path of a folder with config.json');
    expect(message.split('; write')[0]).toMatch(reason);
  });

  it('is refused without asking the Hub when there is no such folder', async () => {
    const hub = await aHub('someone/tiny');
    let asked = 0;
    hub.on('request', () => (asked += 1));

    expect(await failureOf(join(await temporaryFolder(), 'none'))).toMatch(
      /^EMBEDDING_MODEL=\S+\/none cannot be loaded: .*; write the path/,
    );
    expect(asked).toBe(0);
  });
});

describe.skipIf(!isInstalled)('a model of the Hub', () => {
  it('is downloaded once, and loads without network from then on', async () => {
    const [hub, downloads] = [await aHub('someone/tiny', ['model.onnx']), await temporaryFolder()];
    const first = await (await load('someone/tiny', downloads)).embed('rain', 'question');
    hub.close();
    hub.closeAllConnections();

    expect(await (await load('someone/tiny', downloads)).embed('rain', 'question')).toEqual(first);
  });

  it('is refused with the cure when the Hub does not have it', async () => {
    await aHub('someone/tiny');

    expect(await failureOf('someone/else')).toMatch(
      /^EMBEDDING_MODEL=someone\/else cannot be loaded: .*; write the path .* or the name/,
    );
  });

  it('is refused with the cure when the Hub cannot be reached', async () => {
    const hub = await aHub('someone/tiny');
    hub.close();

    expect(await failureOf('someone/tiny')).toMatch(
      /^EMBEDDING_MODEL=someone\/tiny cannot be loaded: fetch failed; write the path/,
    );
  });
});

describe('without the package', () => {
  it.skipIf(isInProject)('a model is refused with the command that installs it', async () => {
    vi.stubEnv('NODE_OPTIONS', '');

    expect(await failureOf('someone/tiny')).toMatch(
      /^EMBEDDING_MODEL needs the package @huggingface\/transformers.*"npm install .*@huggingface\/transformers"/,
    );
  });
});

describe.skipIf(!isInstalled)('a server with EMBEDDING_MODEL', () => {
  it('finds a service by what it means, without a common word', async () => {
    const workplace = await aWorkplace();
    const services = { one: 'Rhythm.', two: 'Sourdough.', three: 'Airport.' };
    await writeCatalog(
      workplace.catalog,
      ...Object.entries(services).map(([name, description]) => serviceNamed(name, { description })),
    );
    const { url } = await aServer(workplace, { ...withPackage, EMBEDDING_MODEL: await aModel('tiny') });

    const search = `${url}/api/services/search/intent?q=${encodeURIComponent('I want a baguette')}`;
    const find = async () => {
      const { results, ranking } = Found.parse(await (await fetch(search)).json());
      return { by: ranking.by, first: results[0]?.service.name };
    };
    await expect.poll(find).toEqual({ by: ['words', 'meaning'], first: 'two' });
  });
});

/** Why a model cannot be loaded. */
async function failureOf(model: string): Promise<string> {
  return load(model).then(
    () => 'it was loaded',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** A server on this machine, in the place of the Hugging Face Hub, that has one model. */
async function aHub(name: string, weights: readonly Weights[] = []): Promise<Server> {
  const folder = await temporaryFolder();
  await writeTinyModel(join(folder, name), weights);
  const server = createServer((request, response) => {
    readFile(join(folder, request.url?.replace('/resolve/main/', '/') ?? '')).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  vi.stubEnv('HUB_URL', `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  return server;
}
