import type { CvPath } from '../../model/cv/cv-paths.ts'
import type { Variant } from '../media/stored-bytes.ts'
import { cvJson } from './cv-json.ts'
import type { CvSource } from './cv-source.ts'
import { cvText } from './cv-text.ts'
import type { CvForm } from './process/cv-job.ts'
import type { CvProcess } from './process/cv-process.ts'

/** Content types of the forms. */
export const cvTypes: Readonly<Record<CvPath, string>> = {
  '/cv.pdf': 'application/pdf',
  '/cv.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '/cv.txt': 'text/plain; charset=utf-8',
  '/cv.json': 'application/json',
}

/** Makes one form. Rejects with `Unavailable` when the process for PDF and DOCX fails. */
export type MakeCvForm = (path: CvPath, source: CvSource) => Promise<CvForm>

export const createCvForms = (parts: {
  process: Pick<CvProcess, 'make'>
  /** Finds an image of Media by the last part of its URL. */
  variant: (name: string) => Promise<Pick<Variant, 'bytes'> | undefined>
}): MakeCvForm => {
  const portraitOf = async ({ layout }: Pick<CvSource, 'layout'>) =>
    layout.portrait === undefined ? undefined : (await parts.variant(layout.portrait.replace('/media/', '')))?.bytes

  const inProcess =
    (form: 'pdf' | 'docx') =>
    async ({ document, layout }: CvSource): Promise<CvForm> =>
      parts.process.make({ form, document, layout, portrait: await portraitOf({ layout }) })

  const makers: Record<CvPath, (source: CvSource) => Promise<CvForm>> = {
    '/cv.txt': async ({ document }) => ({ bytes: Buffer.from(cvText(document)) }),
    '/cv.json': async ({ cv, words }) => ({ bytes: Buffer.from(cvJson(cv, words)) }),
    '/cv.pdf': inProcess('pdf'),
    '/cv.docx': inProcess('docx'),
  }
  return (path, source) => makers[path](source)
}
