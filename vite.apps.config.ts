import { defineConfig } from 'vite';

/** The page of an app: a small script, and the bridge that it loads once there is an app to run. */
export default defineConfig({
  base: '/apps/assets/',
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
