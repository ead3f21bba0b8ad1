import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { TextKind } from '../../domain/meaning.ts';
import { type LoadedModel, maxTokens } from './loaded-model.ts';
import { messageOf } from '../../domain/error-code.ts';

/** What this project uses of `@huggingface/transformers`, which operators install themselves: it is larger than all else here together. */
interface Transformers {
  readonly env: { cacheDir: string };
  readonly pipeline: (task: 'feature-extraction', model: string, options: object) => Promise<Extractor>;
}

interface Extractor {
  (text: string, options: object): Promise<{ readonly data: ArrayLike<number> }>;
  tokenizer: (text: string, options: object) => unknown;
}

/** How the models of the E5 family want texts to begin; others take them as they are. */
const beginnings: Readonly<Record<TextKind, string>> = { question: 'query: ', service: 'passage: ' };

/** Files with weights. Quantized ones take a quarter of the memory and half the time, but not every model has them. */
const weights = { q8: 'onnx/model_quantized.onnx', fp32: 'onnx/model.onnx' };

/**
 * A model in the ONNX format that the operator chose: a folder, or a name on the Hugging Face Hub. Downloads are cached in `cacheDir`.
 * @throws {Error} when the package is not installed or the model cannot be loaded; the message says which, and the cure.
 */
export async function loadTransformersModel(nameOrFolder: string, cacheDir: string): Promise<LoadedModel> {
  const transformers = await importTransformers();
  try {
    const extract = await loadExtractor(transformers, nameOrFolder, cacheDir);
    cutTexts(extract);
    const isE5 = /(^|[^a-z])e5([^a-z]|$)/i.test(basename(nameOrFolder));
    const embed = async (text: string, kind: TextKind): Promise<Float32Array> => {
      const { data } = await extract(isE5 ? beginnings[kind] + text : text, {
        pooling: 'mean',
        normalize: true,
      });
      return Float32Array.from(data);
    };
    return { dimensions: (await embed('dimensions', 'question')).length, embed };
  } catch (error) {
    throw new Error(
      `EMBEDDING_MODEL=${nameOrFolder} cannot be loaded: ${messageOf(error)}; write the path of a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx, or the name of such a model on the Hugging Face Hub, which the first start downloads`,
      { cause: error },
    );
  }
}

async function loadExtractor(
  { env, pipeline }: Transformers,
  nameOrFolder: string,
  cacheDir: string,
): Promise<Extractor> {
  env.cacheDir = cacheDir;
  const isFolder = existsSync(nameOrFolder);
  // Nobody can mistake an absolute path for a name on the Hub.
  const model = isFolder ? resolve(nameOrFolder) : nameOrFolder;
  const isHere = (file: string): boolean => existsSync(join(isFolder ? model : join(cacheDir, model), file));
  // One thread: other cores are for requests, and for other threads with a model.
  const load = (dtype: keyof typeof weights): Promise<Extractor> =>
    pipeline('feature-extraction', model, { dtype, session_options: { intraOpNumThreads: 1 } });

  // The second start must not need the network to find out again what the Hub lacks.
  if (isHere(weights.fp32) && !isHere(weights.q8)) return load('fp32');
  try {
    return await load('q8');
  } catch (error) {
    if (error instanceof Error && error.name === 'ModelFileNotFoundError') return load('fp32');
    throw error;
  }
}

/** Cuts texts itself, because not every model says how long they may be. */
function cutTexts(extract: Extractor): void {
  const { tokenizer } = extract;
  extract.tokenizer = (text, options) => tokenizer(text, { ...options, max_length: maxTokens });
}

async function importTransformers(): Promise<Transformers> {
  // A variable, so that bundlers and type checks do not look for the package.
  const name = '@huggingface/transformers';
  try {
    return (await import(name)) as Transformers;
  } catch (error) {
    throw new Error(
      `EMBEDDING_MODEL needs the package ${name}, which cannot be loaded: ${messageOf(error)}; install it with "npm install --no-save --ignore-scripts ${name}" in the folder of this project`,
      { cause: error },
    );
  }
}
