import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Text of each TypeScript file of `src` and `tests`, by its path from the root of the checkout. */
export type Sources = ReadonlyMap<string, string>

export const readSources = (root: string): Sources =>
  new Map(
    globSync('{src,tests}/**/*.{ts,tsx}', { cwd: root }).map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(path.join(root, file), 'utf8'),
    ]),
  )

/** True for a file of the product that is no test. */
export const isProduct = (file: string): boolean => file.startsWith('src/') && !isTest(file)

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

// At the start of a line, since the formatter indents what stands in another declaration.
const declared = /(export )?(?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum|\{) (\w+)/
const beginning = new RegExp(`^(?=${declared.source.replaceAll(/\((?!\?)/g, '(?:')})`, 'm')

/** A declaration at the top of a file of the product, and what the file says before the first. */
export interface Declaration {
  file: string
  head: string
  text: string
  isExported: boolean
}

/** Declarations of this name, in any file: a name survives a move. */
export const declarationsOf = (sources: Sources, name: string): Declaration[] =>
  [...sources].flatMap(([file, whole]) => {
    if (!isProduct(file) || !whole.includes(name)) return []
    const [head = '', ...parts] = whole.split(beginning)
    return parts.flatMap((text) => {
      const [, exported, found] = declared.exec(text) ?? []
      return found === name ? [{ file, head, text, isExported: exported !== undefined }] : []
    })
  })

const theOnly = (files: readonly string[], what: string): string => {
  const [file, ...others] = new Set(files)
  if (file === undefined || others.length > 0) throw new Error(`${what} is in ${files.join(' and ') || 'no file'}.`)
  return file
}

/** The file of the product that exports this name. Throws unless there is one alone. */
export const fileExporting = (sources: Sources, name: string): string => {
  const exported = declarationsOf(sources, name).filter(({ isExported }) => isExported)
  return theOnly(
    exported.map(({ file }) => file),
    `An export ${name}`,
  )
}

/** The test file that has a test, or a group of them, of this title. Throws unless there is one alone. */
export const testFileWith = (sources: Sources, title: string): string => {
  const having = [...sources].filter(
    ([file, whole]) => isTest(file) && '\'"`'.split('').some((quote) => whole.includes(quote + title + quote)),
  )
  return theOnly(
    having.map(([file]) => file),
    `The test “${title}”`,
  )
}

/** Files of the checkout that a file imports, types and later imports included, once for each time it does. */
export const importsOf = (sources: Sources, file: string): string[] =>
  [...(sources.get(file) ?? '').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, from = '']) => path.posix.join(path.posix.dirname(file), from))
    .filter((target) => sources.has(target))

/** These files and all that they import, and so on. */
export const reachedFrom = (sources: Sources, files: readonly string[], found = new Set<string>()): Set<string> => {
  for (const file of files) if (!found.has(file)) reachedFrom(sources, importsOf(sources, file), found.add(file))
  return found
}
