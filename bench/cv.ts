import { setTimeout as wait } from 'node:timers/promises'
import { createCvProcess } from '../src/server/cv/cv-forms.ts'
import { cvSource } from '../src/server/cv/cv-source.ts'
import { exampleContent } from '../tests/support/example-content.ts'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { childrenOf, memoryOf } from './child.ts'
import { type Bench, type Figure, median, percentile } from './figure.ts'

const rounds = 20
const idleMs = 1000

const make = async (forms: ReturnType<typeof createCvProcess>, form: 'pdf' | 'docx', name: string): Promise<number> => {
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

const forms = ['/cv.pdf', '/cv.docx', '/cv.txt', '/cv.json']
const saves = 20
const restMs = 120_000

/** Memory in MB of a process and its children. */
const memoryWithChildren = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + memoryOf(one).now, 0)

const etagsOf = ({ url }: OwnedProduct) =>
  Promise.all(
    forms.map(async (path) => {
      const answer = await fetch(url + path, { headers: { connection: 'close' } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
      return answer.headers.get('etag')
    }),
  )

const write = async ({ url, token }: OwnedProduct, method: string, path: string, body: object): Promise<void> => {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

const saveSkill = (product: OwnedProduct, name: string): Promise<void> =>
  write(product, 'POST', '/api/entries/skills', { data: { name, percent: 50 } })

/** Saves a skill; resolves to the ms from the call until each form is a new one. */
const saveToForms = async (product: OwnedProduct, name: string): Promise<number> => {
  const before = await etagsOf(product)
  const started = performance.now()
  await saveSkill(product, name)
  for (;;) {
    const now = await etagsOf(product)
    if (now.every((etag, index) => etag !== before[index])) return performance.now() - started
    if (performance.now() - started > 30_000) throw new Error('The forms never changed.')
  }
}

const measureProduct = async (): Promise<Figure[]> => {
  const product = await startOwned()
  try {
    // The server's own memory grows with its first saves; what the CV adds is counted from there.
    await write(product, 'PATCH', '/api/settings', { cvFiles: false })
    for (let save = 0; save < saves; save += 1) {
      await saveSkill(product, `First ${save}`)
      await wait(50)
    }
    await write(product, 'PATCH', '/api/settings', { cvFiles: true })
    const before = memoryWithChildren(product.pid)
    const times: number[] = []
    for (let save = 0; save < saves; save += 1) times.push(await saveToForms(product, `Skill ${save}`))
    const after = memoryWithChildren(product.pid)
    await wait(restMs)
    const rested = memoryWithChildren(product.pid)
    return [
      {
        name: 'Save to all four forms new, p95',
        value: percentile(times, 95),
        unit: 'ms',
        goal: { atMost: 1000 },
        note: `median ${median(times).toFixed(0)} ms, of ${saves} saves`,
      },
      { name: 'Memory of server and processes before the first form, after as many saves', value: before, unit: 'MB' },
      { name: 'The same after the saves', value: after, unit: 'MB' },
      { name: 'The same two minutes later, ÷ before', value: rested / before, unit: 'ratio', goal: { atMost: 1.1 } },
    ]
  } finally {
    await product.stop()
  }
}

/** Times of the forms of the CV that a process of its own makes. */
export const cv = async (): Promise<Bench> => ({
  title: 'The CV',
  method: `The process that makes PDF and DOCX, from its source: five starts, then ${rounds} CVs of each form, each with another name; medians. Its idle time is ${idleMs / 1000} s here. Then the product with the samples: ${saves} saves, each followed until every form has a new ETag; memory of all its processes.`,
  figures: [...(await measure()), ...(await measureProduct())],
})
