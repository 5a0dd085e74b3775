import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Theme } from '../../model/themes/theme.ts'

interface ClientBuild {
  folder: string
  css: string
  boot: string
  /** URL of the style sheet of blocks. */
  blockStyles: string
  themes: Theme[]
}

interface ManifestEntry {
  file: string
}

/** What the build says about itself, for the server alone. */
export const buildLists: ReadonlySet<string> = new Set(['manifest.json', 'themes.json'])

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
    themes: JSON.parse(readFileSync(`${folder}/themes.json`, 'utf8')),
  }
}

/** Names of all files in a folder and its folders, with `/` between them; a missing folder has none. */
export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile()
          ? [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')]
          : [],
      )
    : []

/** Paths of the built files that visitors can fetch. */
export const readBuiltFiles = (clientFolder: string): ReadonlySet<string> =>
  new Set(filesIn(clientFolder).map((name) => encodeURI(`/${name}`)))
