import { setTimeout as wait } from 'node:timers/promises'
import { cvSource } from '../src/server/cv/cv-source.ts'
import { type CvProcess, createCvProcess } from '../src/server/cv/process/cv-process.ts'
import { exampleContent } from '../tests/support/example-content.ts'
import { memoryOf } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'

const rounds = 20
const idleMs = 1000

const make = async (forms: CvProcess, form: 'pdf' | 'docx', name: string): Promise<number> => {
  const content = exampleContent()
  content.settings = { ...content.settings, name }
  const source = cvSource(content, 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  const started = performance.now()
  const { bytes } = await forms.make({ form, ...source, portrait: undefined })
  if (bytes.length < 5000) throw new Error(`A ${form} of ${bytes.length} bytes cannot be whole.`)
  return performance.now() - started
}

const measure = async (): Promise<Figure[]> => {
  const cold: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const forms = createCvProcess()
    cold.push(await make(forms, 'pdf', `Cold ${round}`))
    forms.close()
  }
  const forms = createCvProcess({ idleMs })
  const times = { pdf: [] as number[], docx: [] as number[] }
  await make(forms, 'pdf', 'First')
  await make(forms, 'docx', 'First')
  for (let round = 0; round < rounds; round += 1)
    for (const form of ['pdf', 'docx'] as const) times[form].push(await make(forms, form, `Round ${round}`))
  const memory = memoryOf(forms.pid ?? 0).now
  await wait(2 * idleMs)
  const left = forms.pid === undefined ? 0 : memoryOf(forms.pid).now
  return [
    {
      name: 'The sample CV as PDF, by a process that starts for it',
      value: median(cold),
      unit: 'ms',
      goal: { atMost: 700 },
    },
    { name: 'The same by a process that is there', value: median(times.pdf), unit: 'ms', goal: { atMost: 50 } },
    { name: 'The same as DOCX', value: median(times.docx), unit: 'ms', goal: { atMost: 50 } },
    { name: 'Memory of the process after these', value: memory, unit: 'MB' },
    { name: 'The same after its idle time', value: left, unit: 'MB', goal: { atMost: 0 } },
  ]
}

/** Times of the forms of the CV that a process of its own makes. */
export const cv = async (): Promise<Bench> => ({
  title: 'The CV',
  method: `The process that makes PDF and DOCX, from its source: five starts, then ${rounds} CVs of each form, each with another name; medians. Its idle time is ${idleMs / 1000} s here.`,
  figures: await measure(),
})
