import { readFileSync } from 'node:fs'

export interface ClientBuild {
  folder: string
  css: string
  boot: string
  /** URL of the style sheet of blocks. */
  blockStyles: string
  fonts: string[]
}

// Display and text font; the browser fetches other files when a character needs them.
const firstView = ['bricolage-grotesque-latin', 'hanken-grotesk-latin']

interface ManifestEntry {
  file: string
}

/** Throws with a sentence when `folder` holds no build. */
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
    blockStyles: `/${entry('src/site/styles/blocks.css').file}`,
    fonts: firstView.map((name) => `/${entry(`src/site/styles/fonts/${name}.woff2`).file}`),
  }
}
