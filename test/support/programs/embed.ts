import { ModelThreads } from '../../../src/adapters/embedding/model-threads.ts';

/** Loads the packaged model, asks it about each text given, and waits for nothing. Prints the number of dimensions for each answer. */
const model = await ModelThreads.start({ model: undefined, cacheDir: '' }, 1);
process.stdout.write('loaded\n');
for (const text of process.argv.slice(2)) {
  void model.embed(text, 'question').then(({ length }) => process.stdout.write(`${String(length)}\n`));
}
