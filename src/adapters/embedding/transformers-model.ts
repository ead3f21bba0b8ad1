import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TextKind } from '../../domain/meaning.ts';
import type { LoadedModel } from './loaded-model.ts';

/** What this project uses of `@huggingface/transformers`, which operators install themselves: it is larger than all else here together. */
interface Transformers {
  readonly env: { cacheDir: string; localModelPath: string; allowRemoteModels: boolean };
  pipeline(task: 'feature-extraction', model: string, options: { dtype: string }): Promise<Extractor>;
}

type Extractor = (
  text: string,
  options: { pooling: 'mean'; normalize: true },
) => Promise<{ readonly data: ArrayLike<number> }>;

/** How the models of the E5 family want texts to begin; others take them as they are. */
const beginnings: Readonly<Record<TextKind, string>> = { question: 'query: ', service: 'passage: ' };

/**
 * A model in the ONNX format that the operator chose: a folder, or a name on the Hugging Face Hub. What is downloaded is kept in `cacheDir`.
 * @throws {Error} when the package is not installed or the model cannot be loaded; the message says which, and the cure.
 */
export async function loadTransformersModel(nameOrFolder: string, cacheDir: string): Promise<LoadedModel> {
  const { env, pipeline } = await importTransformers();
  const isFolder = existsSync(join(nameOrFolder, 'config.json'));
  env.cacheDir = cacheDir;
  if (isFolder) {
    env.localModelPath = dirname(nameOrFolder);
    env.allowRemoteModels = false;
  }

  const extract = await pipeline('feature-extraction', isFolder ? basename(nameOrFolder) : nameOrFolder, {
    dtype: 'q8',
  });
  const isE5 = /(^|[^a-z])e5([^a-z]|$)/i.test(basename(nameOrFolder));
  const embed = async (text: string, kind: TextKind): Promise<Float32Array> => {
    const { data } = await extract(isE5 ? beginnings[kind] + text : text, {
      pooling: 'mean',
      normalize: true,
    });
    return Float32Array.from(data);
  };
  return { dimensions: (await embed('dimensions', 'question')).length, embed };
}

async function importTransformers(): Promise<Transformers> {
  // A variable, so that bundlers and type checks do not look for the package.
  const name = '@huggingface/transformers';
  try {
    return (await import(name)) as Transformers;
  } catch (error) {
    throw new Error(`EMBEDDING_MODEL needs the package ${name}; install it with "npm install ${name}"`, {
      cause: error,
    });
  }
}
