import { beExpendable } from '../process/expendable.ts'
import type { CardJob, CardReport } from './card-job.ts'
import { drawCard } from './draw-card.ts'

// Runs in the process that draws cards. It knows no secret, draws one at a time and is expendable.

const report = (message: CardReport) => process.send?.(message)

process.on('message', (job: CardJob) => {
  drawCard(job).then(
    (png) => report({ kind: 'drawn', png }),
    (error: unknown) => report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

beExpendable(Number(process.argv[2]))

report({ kind: 'ready' })
