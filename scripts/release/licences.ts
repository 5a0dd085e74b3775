import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesIn } from './files-in.ts'
import type { Lock } from './manifest.ts'

const isLicence = (name: string) => /^(?:licen[cs]e|copying|notice)/i.test(name)

const textsIn = async (folder: string) => {
  const names = (await readdir(folder).catch(() => [])).filter(isLicence).sort()
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
}

/** Packages of the running product, bundled or not, of every platform; Node comes in an archive with its own. */
const packagesOf = (lock: Lock) =>
  Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== '' && !dev && !/(?:^|\/)node(?:-bin-setup)?$/.test(place))
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Licences of the fonts that are part of the sources. */
const fontLicences = async (root: string) => {
  const files = (await filesIn(path.join(root, 'src'))).filter((file) => /\/fonts\/[\w-]+\.txt$/.test(file))
  return Promise.all(
    files.map(async (file) => ({
      title: `Font: ${path.basename(file, '.txt').replace(/-LICENSE$/, '')}`,
      text: await readFile(path.join(root, 'src', file), 'utf8'),
    })),
  )
}

/** The licences of everything in a release that others wrote: each text once, under the names it holds for. */
export const thirdPartyLicences = async (root: string, lock: Lock): Promise<string> => {
  const titles = new Map<string, string[]>()
  const add = (title: string, text: string) => titles.set(text, [...(titles.get(text) ?? []), title])
  for (const [place, { version, license = 'no licence named' }] of packagesOf(lock)) {
    const title = `${place.replace(/^.*node_modules\//, '')} ${version} (${license})`
    const texts = await textsIn(path.join(root, place))
    // Parts for other platforms are not installed here, and some packages name their licence without its text.
    add(
      title,
      texts.length > 0
        ? texts.map((text) => text.trim()).join('\n\n')
        : 'No text of its own; the licence is the one named above.',
    )
  }
  for (const { title, text } of await fontLicences(root)) add(title, text.trim())
  const rule = '-'.repeat(80)
  return `${[...titles].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}\n`).join(`\n${rule}\n\n`)}`
}
