import { readFileSync } from 'node:fs'

interface ClientBuild {
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
    const found = Object.keys(manifest).find((source) => source.endsWith(`/${name}`))
    if (!found) throw new Error(`The build in ${folder} has no ${name}. Run: npm run build`)
    return manifest[found] as ManifestEntry
  }
  const boot = entry('boot.ts')
  const style = entry('site.css')
  return {
    folder,
    css: readFileSync(`${folder}/${style.file}`, 'utf8').trim(),
    boot: `/${boot.file}`,
    blockStyles: `/${entry('blocks.css').file}`,
    fonts: firstView.map((name) => `/${entry(`${name}.woff2`).file}`),
  }
}
