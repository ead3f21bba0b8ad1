import { Search } from '../src/search/search.ts';
import { generateSnapshot } from './generate-snapshot.ts';
import { ownCategories } from './own-categories.ts';

/** A separate process with one catalog of as many services as it is told, to measure what its search takes: run with `--expose-gc`. */
const snapshot = generateSnapshot(Number(process.argv[2]), await ownCategories());

/** Resident memory in bytes, without garbage. */
function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

const before = memory();
const started = performance.now();
const search = new Search(snapshot);
const seconds = (performance.now() - started) / 1000;
const bytes = memory() - before;

// Asked once more, so that it is no garbage before.
const { services } = await search.told();
console.log(JSON.stringify({ services, seconds, bytes }));
