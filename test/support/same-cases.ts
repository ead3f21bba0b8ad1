import fc from 'fast-check';
import { caseCount, seed } from './cases.ts';

// Every run tries the same cases, so that a change is what makes a test fail; FUZZ_SEED and FUZZ_RUNS try others.
fc.configureGlobal({ seed, numRuns: caseCount(100) });
