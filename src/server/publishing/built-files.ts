import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

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
