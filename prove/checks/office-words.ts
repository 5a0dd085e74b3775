import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCvProcess } from '../../src/server/cv/cv-forms.ts'
import { cvSource, cvText } from '../../src/server/cv/cv-source.ts'
import { cvContents } from '../../tests/support/cv-contents.ts'
import { wordsOf } from '../../tests/support/pdf-text.ts'
import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { program } from '../support/tools.ts'

/** The text of documents as LibreOffice reads them, in the same order. */
const readByOffice = (office: string, folder: string, documents: readonly Uint8Array[]): string[] => {
  const files = documents.map((bytes, index) => {
    const file = path.join(folder, `cv-${index}.docx`)
    writeFileSync(file, bytes)
    return file
  })
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile'))}`
  const to = ['--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder]
  const { status, stderr } = spawnSync(office, [profile, ...to, ...files], { encoding: 'utf8', timeout: 300_000 })
  if (status !== 0) throw new Error(`LibreOffice ended with ${status}: ${stderr.slice(-1000)}`)
  return files.map((file) => readFileSync(file.replace(/docx$/, 'txt'), 'utf8').replace(/^\uFEFF/, ''))
}

const firstDifference = (name: string, found: readonly string[], wanted: readonly string[]): string[] => {
  const at = wanted.findIndex((word, index) => word !== found[index])
  if (at === -1 && found.length === wanted.length) return []
  const place = at === -1 ? wanted.length : at
  return [
    `${name}, word ${place}: “${found.slice(place, place + 4).join(' ')}”, not “${wanted.slice(place, place + 4).join(' ')}”`,
  ]
}

/** The DOCX of the CV, opened by another program than the one that made it. */
export const officeWords: Check = {
  name: 'office-words',
  kind: 'fault',
  promise: 'LibreOffice finds the words of /cv.txt in the DOCX, all and in their order, for every kind of content.',
  run: async ({ folder }) => {
    const office = program('soffice', 'libreoffice-writer-nogui')
    const forms = createCvProcess({ timeoutMs: 120_000 })
    try {
      const made = await Promise.all(
        [...cvContents].map(async ([name, content]) => {
          const source = cvSource(content(), 'https://mira.example')
          if (!source) throw new Error(`No CV is made of ${name}.`)
          const { document, layout } = source
          const { bytes } = await forms.make({ form: 'docx', document, layout, portrait: undefined })
          return { name, bytes, text: cvText(document) }
        }),
      )
      const read = readByOffice(
        office,
        folder,
        made.map(({ bytes }) => bytes),
      )
      const words = made.map(({ text }) => wordsOf(text))
      const differing = made.flatMap(({ name }, index) =>
        firstDifference(name, wordsOf(read[index] ?? ''), words[index] ?? []),
      )
      return [none('contents whose words differ', differing), atLeast('words compared', words.flat().length, 1000)]
    } finally {
      forms.close()
    }
  },
}
