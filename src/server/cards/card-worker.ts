import { doJobs } from '../process/expendable.ts'
import type { CardJob, CardReport } from './draw-card.ts'

// Runs in the process that draws cards. It knows no secret, draws one at a time and is expendable.

// Native code that is not made for every platform, and no dependency that must be there.
const load = () =>
  import('./draw-card.ts').catch(() => {
    throw new Error('what draws cards (@takumi-rs/core) is not installed for this platform.')
  })

doJobs(Number(process.argv[2]), async (job: CardJob): Promise<CardReport> => {
  const { drawCard } = await load()
  return { kind: 'drawn', png: await drawCard(job) }
})
