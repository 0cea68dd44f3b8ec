import { defineConfig } from 'vite';

const SHARED = /\/src\/(?:protocol|markup|components\/(?:base\/element|maps\/place-name))\b/;

/** The web components: one module, and beside it what it loads on demand (ECharts, MapLibre and its worker). */
export default defineConfig({
  // Wherever the files are served from, they find each other.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/web/components',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // ECharts and MapLibre are as large as they are, and are loaded by whoever needs them.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: { components: 'src/components/entry.ts', define: 'src/components/define.ts' },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: 'chunks/[name]-[hash][extname]',
        // In the chunk of the elements, what they share with what is loaded on demand would make a circle, and a bundler
        // that is handed circles keeps what nobody uses.
        codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 2 }] },
      },
    },
  },
});
