import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { adminFiles } from './scripts/admin-files.ts'
import {
  withoutCycles,
  withoutFramework,
  withoutInstrumentation,
  withoutJsonSchema,
  withoutStreaming,
  withoutSyncRequests,
} from './scripts/lighter-bundles.ts'
import { nativePackages } from './scripts/native-packages.ts'

/** Vite wraps each `import()` in 900 bytes that preload style sheets and chunks, and in a call of them. Ours have none to preload, and the boot script has to stay small. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const wrapped = /\b\w\(\(\)=>(import\(`[^`]+`\)),\[\]\)/g
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(wrapped, '$1')
    },
  },
}

/** An environment whose answer is one page: the files it needs are named in a document of its source. */
const shell = (environment: string, document: string): Plugin => ({
  name: `${environment}-shell`,
  apply: 'build',
  applyToEnvironment: ({ name }) => name === environment,
  generateBundle: {
    // After the one that emits the style sheet.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle)
      const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
      const style = chunks.find(({ fileName }) => fileName.endsWith('.css'))
      if (entry?.type !== 'chunk' || !style) this.error(`The build of ${environment} made no entry or no style sheet.`)
      const source = readFileSync(document, 'utf8')
        .replace('%STYLE%', `/${style.fileName}`)
        .replace('%ENTRY%', `/${entry.fileName}`)
        .replace('%IMPORTS%', entry.imports.map((name) => `<link rel="modulepreload" href="/${name}">`).join('\n    '))
      this.emitFile({ type: 'asset', fileName: 'index.html', source })
    },
  },
})

// Where the browser's part and the owner's app begin.
const boot = 'src/site/boot/boot.ts'
const admin = 'src/admin/main.tsx'

/** `npm run dev` builds with this: a page then notices that its server was started anew. */
const liveReload: Plugin = {
  name: 'live-reload',
  apply: (_, { mode }) => mode === 'development',
  transform: (code, id) =>
    [boot, admin].some((file) => id === path.resolve(file))
      ? `${code}\nimport ${JSON.stringify(path.resolve('scripts/live-reload.js'))}\n`
      : undefined,
}

/** Names stay, for stack traces. Node keeps the text of what it runs in memory, and two bytes for each letter unless all of it is ASCII. */
const withoutWhitespace = { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } }

/**
 * One package, four builds that `scripts/build.js` makes one after the other: `client`, what visitors' browsers fetch (boot script, islands,
 * styles, fonts), `admin`, the owner's app, `preview`, the page as it stands beside a form of that app, and `server`, what Node runs.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    plainImports,
    withoutJsonSchema,
    withoutCycles,
    withoutFramework,
    withoutInstrumentation,
    withoutStreaming,
    withoutSyncRequests,
    shell('admin', 'src/admin/index.html'),
    shell('preview', 'src/site/preview/preview.html'),
    liveReload,
  ],
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
        rolldownOptions: {
          input: {
            boot,
            site: 'src/site/styles/site.css',
            blocks: 'src/site/styles/blocks.css',
          },
          // Nearly every island needs both.
          output: {
            codeSplitting: {
              groups: [{ name: 'elements', test: /src\/(?:model\/words\/template|site\/islands\/elements)\.ts$/ }],
            },
          },
        },
      },
    },
    admin: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/admin',
        emptyOutDir: true,
        copyPublicDir: false,
        manifest: 'manifest.json',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // Screens share nearly all of it, and one sheet cannot come late.
        cssCodeSplit: false,
        target: 'baseline-widely-available',
        rolldownOptions: {
          input: { admin },
          output: {
            // What most screens share is one file: decision 047.
            codeSplitting: { groups: adminFiles },
            // That file names a hundred others, and hashes do not compress: seven characters are what the bundler needs.
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    // Apart from `client`, so that nothing a visitor fetches is cut up to be shared with it.
    preview: {
      consumer: 'client',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/preview',
        emptyOutDir: true,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        target: 'baseline-widely-available',
        rolldownOptions: { input: { preview: 'src/site/preview/preview.ts' } },
      },
    },
    server: {
      consumer: 'server',
      // React picks its quick build by this; nothing else asks.
      define: { 'process.env.NODE_ENV': '"production"' },
      // Bundling spares the start some four hundred file look-ups; what has native parts or is seldom needed stays outside.
      resolve: {
        noExternal: true,
        external: [
          ...nativePackages.required,
          ...nativePackages.optional,
          ...(mode === 'release' ? [] : ['pg', 'jsdom', 'docx']),
        ],
      },
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
            ...Object.fromEntries(globSync('src/**/*-worker.ts').map((file) => [path.basename(file, '.ts'), file])),
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            ...(mode === 'release' ? { minify: withoutWhitespace } : {}),
          },
          // No paths of this machine in comments.
          ...(mode === 'release' ? { experimental: { attachDebugInfo: 'none' as const } } : {}),
        },
      },
    },
  },
}))
