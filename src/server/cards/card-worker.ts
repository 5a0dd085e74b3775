import { beExpendable } from '../process/expendable.ts'
import type { CardJob, CardReport } from './card-job.ts'

// Runs in the process that draws cards. It knows no secret, draws one at a time and is expendable.

const report = (message: CardReport) => process.send?.(message)

// Native code that is not made for every platform, and no dependency that must be there.
const load = () =>
  import('./draw-card.ts').catch(() => {
    throw new Error('what draws cards (@takumi-rs/core) is not installed for this platform.')
  })

const draw = async (job: CardJob) => (await load()).drawCard(job)

process.on('message', (job: CardJob) => {
  draw(job).then(
    (png) => report({ kind: 'drawn', png }),
    (error: unknown) => report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

beExpendable(Number(process.argv[2]))

report({ kind: 'ready' })
