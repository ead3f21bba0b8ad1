import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowestFiles } from './test/support/slowest-files.ts';
import { soon, testTimeoutMs } from './test/support/soon.ts';

/** Long suites that `npm test` runs too, with fewer cases; CONTRIBUTING.md, "Tests". */
const shortened = [
  'test/unit/search/{hostile,update,update-meaning}.test.ts',
  'test/whole/fuzz/**/*.test.ts',
  'test/whole/survival/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      // No test of this tier leaves anything behind in its process, so one process runs many files.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          isolate: false,
          setupFiles: ['test/support/same-cases.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'whole', include: ['test/whole/**/*.test.ts'], exclude: ['test/whole/e2e/**'] },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts', ...shortened],
          exclude: ['**/node_modules/**'],
          setupFiles: ['test/support/same-cases.ts'],
          env: { FUZZ_RUNS: '10' },
          // Each of these tests starts several servers, and nobody waits for them.
          testTimeout: 4 * testTimeoutMs,
          hookTimeout: 4 * testTimeoutMs,
        },
      },
    ],
    globalSetup: ['test/support/made-files-setup.ts', 'test/support/postgres-setup.ts'],
    pool: 'forks',
    // One more than there are processors: many tests wait for a process for most of their time.
    maxWorkers: availableParallelism() + 1,
    // Hundreds of servers and commands start in these tests; with their code compiled before, each takes half the time.
    // The model takes memory and processor time; tests of search by meaning ask for it.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/tollbook-tests'),
      EMBEDDING_MODEL: 'none',
    },
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    expect: { poll: soon },
    // Any program can take a port before a test that needs that very one. Nothing else is tried again.
    retry: { count: 3, condition: /EADDRINUSE/ },
    setupFiles: ['test/support/processor-time.ts', 'test/support/dictionaries.ts'],
    reporters: process.env['CI']
      ? ['default', new SlowestFiles(), ['json', { outputFile: 'test-results/vitest.json' }]]
      : ['default', new SlowestFiles()],
  },
});
