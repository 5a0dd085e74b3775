import { rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

/** Bundles the product as `composition.ts` puts it together, from source: Node runs TypeScript, but not the site's JSX. */
export const buildComposition = async (): Promise<{ file: string; remove(): Promise<void> }> => {
  // Inside dist/, where the bundle finds the package and its node_modules as the real one does.
  const outDir = path.join(root, 'dist/bench')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: path.join(import.meta.dirname, 'composition.ts'),
      outDir,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
    ssr: { noExternal: ['react', 'react-dom'] },
  })
  return { file: path.join(outDir, 'composition.js'), remove: () => rm(outDir, { recursive: true, force: true }) }
}
