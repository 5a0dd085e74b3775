import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readErased } from '../backup/erased.ts'
import { createPublishedEntries } from '../content/published-entries.ts'
import type { Database } from '../db/database.ts'
import { createLinks, type Links } from '../links/links.ts'
import { type CommandOutput, readArgs } from '../process/command-args.ts'
import type { Config } from '../process/config.ts'
import { packageRoot } from '../process/package-root.ts'
import { readBuiltFiles } from '../publishing/client-build.ts'
import { liveCategories } from '../settings/settings-store.ts'
import { erasedName } from '../testimonials/erase-testimonial.ts'
import { openStore } from '../updates/open-store.ts'
import { readText } from './content-folder.ts'
import {
  type ContentFile,
  type FileEntry,
  importContent,
  parseJson,
  readContent,
  readContentFolder,
} from './import-content.ts'
import { isJsonResume, type ReadResume } from './json-resume.ts'
import { importResume, readResume, resumeTable } from './resume-steps.ts'

const importUsage = 'import FILE | FOLDER [--replace]'

const isFolder = async (file: string) => (await stat(file).catch(() => undefined))?.isDirectory() ?? false

/** Imports all of a CV in JSON Resume, and names what of it is not imported. */
const importCv = async (
  database: Database,
  file: string,
  resume: ReadResume,
  options: { publicUrl: string; links: Links },
): Promise<CommandOutput> => {
  const { rows } = await resumeTable(database, resume, options)
  const outcome = await importResume(database, resume, { ...options, by: 'import' })
  const { created, changed, drafts, change } = outcome
  const same = rows.filter(({ state }) => state === 'same').length
  return {
    data: { file, ...outcome, rows },
    lines: [
      `Imported a CV: ${created} new, ${changed} changed, ${same} as they were.`,
      ...(drafts > 0 ? [`${drafts} of them wait as drafts.`] : []),
      ...rows.flatMap(({ key, title, notes }) => notes.map((note) => `  ${key} ${title}: ${note}`)),
      ...(change === null ? [] : ['History shows it as one change by “import” and undoes it at once.']),
    ],
  }
}

/** The content without the testimonials of persons who were erased here. Other entries may name an address that is the owner's own. */
const withoutErased = (content: ContentFile, erasedAt: (email: string) => string | undefined) => {
  const stays = ({ id, fields: { email } }: FileEntry) =>
    (typeof email !== 'string' || erasedAt(email) === undefined) &&
    (id === undefined || erasedAt(erasedName(id)) === undefined)
  const lists: ContentFile['lists'] = content.lists.map(([name, list]) => [
    name,
    name === 'testimonials' ? list.filter(stays) : list,
  ])
  const counts = content.lists.map(([name, { length }], n) => ({ name, count: length - (lists[n]?.[1].length ?? 0) }))
  return { content: { ...content, lists }, leftOut: counts.filter(({ count }) => count > 0) }
}

export const importCommand = async (argv: readonly string[], config: Config): Promise<CommandOutput> => {
  const builtFiles = readBuiltFiles(fileURLToPath(new URL('dist/client', packageRoot)))
  const links = createLinks({
    builtFiles,
    isServed: () => false,
    publishedEntries: createPublishedEntries(),
    categories: liveCategories,
  })
  const { args, flag, wrong } = readArgs(argv, ['replace'], importUsage)
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw wrong()
  const folder = await isFolder(file)
  // A wrong file is refused before a store is opened.
  const value = folder ? undefined : parseJson(readText(file))
  const resume = isJsonResume(value) ? readResume(value) : undefined
  const given = folder || resume ? undefined : readContent(value)
  const database = await openStore(config)
  try {
    if (resume) return await importCv(database, file, resume, { publicUrl: config.publicUrl, links })
    const { content, leftOut } = withoutErased(
      given ?? (await readContentFolder(file, database.kysely)),
      await readErased(config.dataDir),
    )
    const imported = await importContent(database, content, { links, replace: flag('replace') })
    const { created, changed, unchanged, drafts, changes } = imported
    return {
      data: { file, ...imported, leftOut },
      lines: [
        `Imported: ${created} new, ${changed} changed, ${unchanged} as they were.`,
        ...(drafts > 0 ? [`${drafts} of them wait as drafts.`] : []),
        ...leftOut.map(({ name, count }) => `Left out, since their persons were erased here: ${name}: ${count}.`),
        ...(changes.length > 0
          ? [`History shows what it did (${changes.length} changes by “import”) and undoes it at once.`]
          : []),
      ],
    }
  } finally {
    await database.close()
  }
}
