import { fileURLToPath } from 'node:url'
import { isoMonth } from '../../model/content/period.ts'
import type { CvKind, CvPerson } from '../../model/cv/cv.ts'
import type { CvDocument } from '../../model/cv/cv-document.ts'
import type { CvStatus } from '../../model/cv/variant-facts.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Variant } from '../media/stored-bytes.ts'
import { keepProcess, takeTurns } from '../process/kept-process.ts'
import { programFile } from '../process/package-root.ts'
import { type CvLayout, type CvSource, cvText } from './cv-source.ts'

/** A form to make. */
export interface CvJob {
  /** `preview`: the PDF, and its pages as a drawing. */
  form: 'pdf' | 'preview' | 'docx'
  document: CvDocument
  layout: CvLayout
  /** A JPEG. */
  portrait: Uint8Array | undefined
  /** The files of `layout.display`, as woff2. */
  fonts?: readonly Uint8Array[] | undefined
}

/** Facts that a PDF does not say by itself. */
export type PdfFacts = NonNullable<CvStatus['pdf']>

/** One form of the CV. */
export interface CvForm {
  bytes: Uint8Array
  pdf?: PdfFacts
  /** The pages of a preview, one below the other. */
  svg?: string
}

/** A message from the process that makes forms. */
export type CvReport = { kind: 'ready' } | { kind: 'made'; form: CvForm } | { kind: 'failed'; message: string }

const workerFile = programFile('cv-worker', import.meta.url)
/** Template and fonts of the PDF; the build has them next to the program. */
const workspace = fileURLToPath(new URL('typst', workerFile))

interface CvProcessOptions {
  timeoutMs?: number
  idleMs?: number
  memoryBytes?: number
}

interface CvProcess {
  /** Makes one form of a CV. Rejects with `Unavailable` when that fails or takes too long. */
  make(job: CvJob): Promise<CvForm>
  readonly pid: number | undefined
  close(): void
}

/** Makes PDF and DOCX in a separate process, one at a time: forked when needed, ended when idle, killed when it is stuck. */
export const createCvProcess = (options: CvProcessOptions = {}): CvProcess => {
  const { timeoutMs = 60_000, idleMs = 60_000, memoryBytes = 512 * 1024 * 1024 } = options
  const oneAtATime = takeTurns()
  // Neither a home folder nor a font configuration in which Typst would look for fonts.
  const kept = keepProcess({
    file: workerFile,
    args: [workspace, String(memoryBytes)],
    heapMb: 128,
    env: { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', `file://${workspace}/`)), MALLOC_ARENA_MAX: '2' },
    idleMs,
  })
  const failed = (reason: string) => new Unavailable(`The CV could not be made: ${reason}`)

  return {
    make: (job) =>
      oneAtATime(() =>
        kept.work<CvJob, CvReport, CvForm>({
          message: job,
          timeoutMs,
          late: () => failed(`it took more than ${timeoutMs / 1000} s.`),
          heard: (report, { done, refuse }) =>
            report.kind === 'made' ? done(report.form) : refuse(new Unavailable(report.message)),
          ended: () => failed('the process for it ended.'),
        }),
      ),
    get pid() {
      return kept.pid
    },
    close: kept.close,
  }
}

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
    layout.portrait === undefined ? undefined : (await parts.variant(layout.portrait.url.replace('/media/', '')))?.bytes

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
    json: async (source) => ({ bytes: Buffer.from(cvJson(source)) }),
    pdf: inProcess('pdf'),
    preview: inProcess('preview'),
    docx: inProcess('docx'),
  }
  return (kind, source) => makers[kind](source)
}

// https://jsonresume.org/schema, version 1.0.0. It lets further keys stand; `location` and `summary` of an education are such.
const schema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'

type Json = Record<string, unknown>

const saysNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Without what says nothing. */
const known = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !saysNothing(value)))

const basics = (person: CvPerson, portrait: string | undefined, absolute: (url: string) => string): Json => {
  const { name, role, summary, email, phone, location, url, links } = person
  return known({
    ...{ name, label: role, email, phone, url, summary },
    image: portrait && absolute(portrait),
    location: location === '' ? undefined : { address: location },
    profiles: links.map(({ label, url }) => known({ network: label, url: absolute(url) })),
  })
}

/** The CV as [JSON Resume](https://jsonresume.org/schema) 1.0, with the address where it stands, if it has one. Dates that are no year or month, such as “spring 2019”, are left out, and so are lists of other things than publications, for which it has no place. */
export const cvJson = ({ cv, words, layout, canonical }: CvSource): string => {
  const { person } = cv
  const { resume } = words
  const base = person.url === '' ? undefined : `${person.url}/`
  const absolute = (url: string) => (url !== '' && URL.canParse(url, base) ? new URL(url, base).href : '')
  const data = known({
    $schema: schema,
    basics: basics(person, layout.portrait?.url, absolute),
    work: cv.experiences.map((entry) =>
      known({
        ...{ name: entry.company, position: entry.name, description: entry.program, location: entry.location },
        url: absolute(entry.url),
        startDate: isoMonth(entry.start_year, entry.start_month),
        endDate: isoMonth(entry.end_year, entry.end_month),
        ...{ summary: entry.about, highlights: entry.highlights },
      }),
    ),
    education: cv.educations.map((entry) =>
      known({
        ...{ institution: entry.university, area: entry.faculty, studyType: entry.degree, location: entry.location },
        url: absolute(entry.url),
        startDate: isoMonth(entry.start_year),
        endDate: isoMonth(entry.end_year),
        summary: entry.about,
      }),
    ),
    projects: cv.projects.map((entry) =>
      known({
        ...{ name: entry.title, description: entry.summary, highlights: entry.awards, keywords: entry.tags },
        startDate: isoMonth(entry.year),
        url: absolute(entry.url),
        roles: entry.role === '' ? [] : [entry.role],
        entity: entry.client,
      }),
    ),
    publications: cv.lists
      .filter(({ kind }) => kind === 'publications')
      .flatMap(({ items }) => items)
      .map(({ title, place, year, month, url, text }) =>
        known({
          ...{ name: title, publisher: place, releaseDate: isoMonth(year, month), url: absolute(url), summary: text },
        }),
      ),
    // Not how well: the forms for people say names alone, and the page perhaps as well.
    skills: cv.skills.map(({ name }) => ({ name })),
    certificates: cv.certificates.map((entry) =>
      known({ name: entry.title, date: isoMonth(entry.year), url: absolute(entry.url), issuer: entry.issuer }),
    ),
    languages: cv.languages.map(({ name, level }) =>
      known({ language: name, fluency: level === '' ? '' : resume.levels[level] }),
    ),
    meta: known({ canonical, version: 'v1.0.0' }),
  })
  return `${JSON.stringify(data, null, 2)}\n`
}
