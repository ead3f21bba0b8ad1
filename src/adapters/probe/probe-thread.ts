import { parentPort, workerData } from 'node:worker_threads';
import { HttpProbe } from './http-probe.ts';
import { answerQuestions, type ThreadData } from './probe-questions.ts';
import { seenIn } from '../../verification/examine.ts';

/*
 * A worker thread that asks endpoints, and reads what they answer: nothing of that delays a request to the server, and its garbage is not
 * collected from a heap that holds the catalog.
 */

if (!parentPort) throw new Error('this module is a worker thread');

const { assets, ...settings } = workerData as ThreadData;
const http = new HttpProbe(settings);
answerQuestions(parentPort, {
  probe: async (endpoint, options) => {
    const result = await http.probe(endpoint, options);
    return { ...result, seen: seenIn(result, assets) };
  },
  read: (url, options) => http.read(url, options),
});
