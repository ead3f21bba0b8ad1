import { parentPort, workerData } from 'node:worker_threads';
import { servicePlacer } from '../src/build/service-files.ts';
import { unpacked } from '../src/build/carried-catalog.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from '../src/build/service-threads.ts';
import { readConfig } from '../src/config.ts';
import { messageOf } from '../src/domain/error-code.ts';
import { openStateIfAny, unhurried } from '../src/open-state.ts';
import type { SiteCatalog } from '../src/site/site-catalog.ts';
import { siteCatalogOf } from './site-catalog.ts';

/*
 * A thread of a build that places services. It has the settings of the process, a connection of its own to the database, and the snapshot
 * that the process has read.
 */

const port = parentPort;
if (!port) throw new Error('this module is the main module of a thread');

const { place, catalog, isServed, at, build, api } = workerData as ThreadData;
const config = readConfig(process.env);
const state = await openStateIfAny(config, unhurried);
const site: SiteCatalog = {
  ...siteCatalogOf(unpacked(catalog), config, state, { at, build, api }),
  isServed,
  readNews: () => Promise.reject(new Error('the pages of services tell no news')),
};
const placeServices = servicePlacer(site, place);

async function answer(request: ThreadRequest): Promise<ThreadAnswer> {
  try {
    return { groups: await placeServices(request) };
  } catch (error) {
    return { groups: [], failure: messageOf(error) };
  }
}

port.on('message', (request: ThreadRequest) => {
  void answer(request).then((groups) => port.postMessage(groups));
});
