import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Vite wraps each `import()` in 900 bytes that preload style sheets and chunks. Ours have none to preload, and the boot script has to stay small. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/**
 * One package, two builds that `scripts/build.js` makes one after the other:
 * `client`, what browsers fetch (boot script, islands, styles, fonts), and `server`, what Node runs.
 */
export default defineConfig({
  plugins: [react(), plainImports],
  publicDir: 'src/site/public',
  appType: 'custom',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'manifest.json',
        modulePreload: false,
        assetsInlineLimit: 0,
        target: 'baseline-widely-available',
        rolldownOptions: { input: { boot: 'src/site/boot.ts', site: 'src/site/styles/site.css' } },
      },
    },
    server: {
      consumer: 'server',
      // React picks its quick build by this; nothing else asks.
      define: { 'process.env.NODE_ENV': '"production"' },
      // Bundling spares the start some four hundred file look-ups; what has native parts or is seldom needed stays outside.
      resolve: { noExternal: true, external: ['sharp', 'pg'] },
      build: {
        ssr: true,
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          input: {
            main: 'src/main.ts',
            cli: 'src/cli.ts',
            'sqlite-worker': 'src/server/db/sqlite-worker.ts',
            'picture-worker': 'src/server/media/picture-worker.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
})
