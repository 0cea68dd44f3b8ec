import { defineConfig } from 'vite';

/** The page of an app: a small script, and the bridge that it loads once there is an app to run. */
export default defineConfig({
  // Relative: the service may be known under a path.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/web/apps',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { 'app-page': 'src/client/apps/app-page.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
