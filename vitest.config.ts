import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/fixtures/**', '**/node_modules/**'],
    pool: 'forks',
    // A machine that is busy with other things may take many times as long; no test waits for longer than it must.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'test-results/vitest.json' }]]
      : ['default'],
  },
});
