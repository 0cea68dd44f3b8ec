import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Also on a busy machine; what is so by then is seen at once.
    expect: { poll: { timeout: 5_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
