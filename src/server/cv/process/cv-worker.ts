import { beExpendable } from '../../process/expendable.ts'
import { createPdfMaker } from '../cv-pdf.ts'
import type { CvForm, CvJob, CvReport } from './cv-job.ts'

// Runs in the process that makes PDF and DOCX. It knows no secret, does one job at a time and is expendable.

const [, , workspace = '', memoryBytes] = process.argv

const report = (message: CvReport) => process.send?.(message)

const pdf = createPdfMaker(workspace)

const make = async (job: CvJob): Promise<CvForm> => {
  if (job.form === 'pdf') return pdf(job)
  const { cvDocx } = await import('../cv-docx.ts')
  return { bytes: await cvDocx(job) }
}

process.on('message', (job: CvJob) => {
  make(job).then(
    (form) => report({ kind: 'made', form }),
    (error: unknown) => report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

beExpendable(Number(memoryBytes))

report({ kind: 'ready' })
