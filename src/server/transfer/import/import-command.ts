import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../db/open.ts'
import { createLinks } from '../../links/links.ts'
import { type CommandOutput, readArgs } from '../../process/command-args.ts'
import type { Config } from '../../process/config.ts'
import { packageRoot } from '../../process/package-root.ts'
import { readBuiltFiles } from '../../publishing/built-files.ts'
import { ImportRefused, readContentFile } from './content-file.ts'
import { importContent } from './import-content.ts'

export const importUsage = 'import FILE'

const most = 32 * 2 ** 20

const textOf = async (file: string) => {
  try {
    if ((await stat(file)).size > most) throw new ImportRefused({ file: 'It is larger than 32 MB.' })
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused({ file: `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).` })
  }
}

export const importCommand = async (argv: readonly string[], config: Config): Promise<CommandOutput> => {
  const builtFiles = readBuiltFiles(fileURLToPath(new URL('dist/client', packageRoot)))
  const links = createLinks({ builtFiles, isServed: () => false })
  const { args, wrong } = readArgs(argv, [], importUsage)
  const [file, ...more] = args
  if (file === undefined || more.length > 0) throw wrong()
  const content = readContentFile(await textOf(file))
  const database = await openDatabase(config)
  try {
    const imported = await importContent(database, content, links)
    const { created, changed, unchanged, changes } = imported
    return {
      data: { file, ...imported },
      lines: [
        `Imported: ${created} new, ${changed} changed, ${unchanged} as they were.`,
        ...(changes.length > 0
          ? [`History shows what it did (${changes.length} changes by “import”) and undoes it at once.`]
          : []),
      ],
    }
  } finally {
    await database.close()
  }
}
