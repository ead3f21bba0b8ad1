import { describe } from 'vitest';
import { installPackages } from '../../support/own-packages.ts';
import { lintTests } from './lint.ts';
import { proxyTests } from './proxy.ts';

// One file for both: two would install the packages at the same time.
const isInstalled = await installPackages(import.meta.dirname);

describe.skipIf(!isInstalled)('the OpenAPI document', lintTests);
describe.skipIf(!isInstalled)('an answer of a running server', proxyTests);
