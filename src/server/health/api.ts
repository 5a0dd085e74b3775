import { z } from 'zod'
import { UnsupportedType } from '../../model/errors.ts'
import { healthFindingSchema } from '../../model/health/finding.ts'
import { clientIp, ipGroup } from '../endpoint/client-ip.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { readBytes } from '../endpoint/request-body.ts'
import { findings, type Running, runningView } from './health.ts'

const largestReport = 16 * 1024
const reportTypes = ['application/reports+json', 'application/csp-report']

const answer = z.object({
  findings: z.array(healthFindingSchema),
})

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

export const healthApi = (running: Running) =>
  ({
    health: {
      operation: { summary: 'Looks at everything that keeps the site working', answer },
      handle: async (context) =>
        context.json({ findings: await findings(runningView(running, context.req.raw.headers)) }),
    },
    report: {
      operation: {
        summary: 'Takes what browsers refused to load or run; they send it by themselves',
        status: 204,
        others: ['TooLarge', 'UnsupportedType'],
      },
      // The answer never depends on the content: a stranger need not learn what is stored.
      handle: async (context) => {
        const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
        if (!reportTypes.includes(type)) throw new UnsupportedType('Browsers send reports here, and nobody else.')
        const sender = ipGroup(clientIp(context.env?.incoming, running.config.trustProxy))
        running.cspReports.take(parsed(await readBytes(context.req.raw, largestReport)), sender)
        return context.body(null, 204)
      },
    },
  }) satisfies Record<string, Endpoint>
