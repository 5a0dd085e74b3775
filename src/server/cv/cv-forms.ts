import type { CvKind } from '../../model/cv/cv.ts'
import type { Variant } from '../media/stored-bytes.ts'
import type { CvForm, CvJob } from './cv-job.ts'
import { cvJson } from './cv-json.ts'
import type { CvProcess } from './cv-process.ts'
import { type CvSource, cvText } from './cv-source.ts'

/** Content types of the forms. */
export const cvTypes: Readonly<Record<CvKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
}

/** Makes one form. Rejects with `Unavailable` when the process for PDF and DOCX fails. */
export type MakeCvForm = (kind: CvKind | 'preview', source: CvSource) => Promise<CvForm>

export const createCvForms = (parts: {
  process: Pick<CvProcess, 'make'>
  /** Finds an image of Media by the last part of its URL. */
  variant: (name: string) => Promise<Pick<Variant, 'bytes'> | undefined>
  /** Reads a font of a theme by its address. */
  font?: ((url: string) => Promise<Buffer>) | undefined
}): MakeCvForm => {
  const portraitOf = async ({ layout }: Pick<CvSource, 'layout'>) =>
    layout.portrait === undefined ? undefined : (await parts.variant(layout.portrait.replace('/media/', '')))?.bytes

  // The titles are then in the CV's own face.
  const fontsOf = async ({ layout: { display } }: Pick<CvSource, 'layout'>) => {
    const { font } = parts
    return display && font ? Promise.all(display.urls.map(font)).catch(() => undefined) : undefined
  }

  const inProcess =
    (form: CvJob['form']) =>
    async ({ document, layout }: CvSource): Promise<CvForm> => {
      const fonts = form === 'docx' ? undefined : await fontsOf({ layout })
      return parts.process.make({ form, document, layout, portrait: await portraitOf({ layout }), fonts })
    }

  const makers: Record<CvKind | 'preview', (source: CvSource) => Promise<CvForm>> = {
    txt: async ({ document }) => ({ bytes: Buffer.from(cvText(document)) }),
    json: async ({ cv, words, canonical }) => ({ bytes: Buffer.from(cvJson(cv, words, canonical)) }),
    pdf: inProcess('pdf'),
    preview: inProcess('preview'),
    docx: inProcess('docx'),
  }
  return (kind, source) => makers[kind](source)
}
