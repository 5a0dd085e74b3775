import { doJobs } from '../process/expendable.ts'
import type { CvForm, CvJob, CvReport } from './cv-forms.ts'

// Runs in the process that makes PDF and DOCX. It knows no secret, does one job at a time and is expendable.

const [, , workspace = '', memoryBytes] = process.argv

// Native code that is not made for every platform, and no dependency that must be there. The other forms do without.
const load = () =>
  import('./cv-pdf.ts').catch(() => {
    throw new Error(
      'The CV has no PDF here: what sets it (@myriaddreamin/typst-ts-node-compiler) is not installed for this platform.',
    )
  })

let pdf: ((job: CvJob) => Promise<CvForm>) | undefined

const make = async (job: CvJob): Promise<CvForm> => {
  if (job.form !== 'docx') {
    pdf ??= (await load()).createPdfMaker(workspace)
    return pdf(job)
  }
  const { cvDocx } = await import('./cv-docx.ts')
  return { bytes: await cvDocx(job) }
}

doJobs(Number(memoryBytes), async (job: CvJob): Promise<CvReport> => ({ kind: 'made', form: await make(job) }))
