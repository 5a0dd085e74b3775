import { readFileSync } from 'node:fs'

/** The page's view of the client build. */
export interface ClientBuild {
  /** The folder of its files. */
  folder: string
  /** The text of the page's style sheet. */
  css: string
  /** The boot script's address. */
  boot: string
  /** The addresses of the fonts of the first view, for preloading. */
  fonts: string[]
}

// Display and text face; what else there is, the browser fetches when a character asks for it.
const firstView = ['bricolage-grotesque-latin', 'hanken-grotesk-latin']

interface ManifestEntry {
  file: string
}

/** Reads what `npm run build` left in `folder`; throws with a sentence when it is not there. */
export const readClientBuild = (folder: string): ClientBuild => {
  let manifest: Record<string, ManifestEntry>
  try {
    manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'))
  } catch {
    throw new Error(`There is no build in ${folder}. Run: npm run build`)
  }
  const entry = (name: string) => {
    const found = manifest[name]
    if (!found) throw new Error(`The build in ${folder} has no ${name}. Run: npm run build`)
    return found
  }
  const boot = entry('src/site/boot/boot.ts')
  const style = entry('src/site/styles/site.css')
  return {
    folder,
    css: readFileSync(`${folder}/${style.file}`, 'utf8').trim(),
    boot: `/${boot.file}`,
    fonts: firstView.map((name) => `/${entry(`src/site/styles/fonts/${name}.woff2`).file}`),
  }
}
