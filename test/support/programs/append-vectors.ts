import { VectorFile } from '../../../src/adapters/embedding/vector-file.ts';

/** Appends 50 vectors with the same key to the file in a folder, one by one. */
const [folder = '', key = ''] = process.argv.slice(2);
const file = new VectorFile(folder, 'acme/model');
for (let i = 0; i < 50; i += 1) await file.append([{ key: Number(key), vector: Int8Array.of(i, 0, 0) }]);
