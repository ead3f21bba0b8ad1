import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/fixtures/**', '**/node_modules/**'],
    pool: 'forks',
    // Generous, for busy machines. Tests wait for events rather than for fixed times.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'test-results/vitest.json' }]]
      : ['default'],
  },
});
