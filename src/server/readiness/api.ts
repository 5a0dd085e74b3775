import {
  dismissalSchema,
  linkCheckSchema,
  readinessNewsSchema,
  readinessReportSchema,
} from '../../model/readiness/readiness.ts'
import type { Database } from '../db/database.ts'
import { type Endpoint, endpoint, nothing } from '../endpoint/endpoint.ts'
import { clearNews, readNews } from './monthly.ts'
import type { Readiness } from './readiness.ts'

export const readinessApi = (readiness: Readiness, db: Database) =>
  ({
    report: endpoint(
      { summary: 'Looks over the published site for what keeps it from being shown', answer: readinessReportSchema },
      () => readiness.report(),
    ),
    dismiss: endpoint(
      {
        summary: 'Leaves a finding out, for a reason, until what it is about changes',
        body: dismissalSchema,
        status: 201,
        answer: nothing,
      },
      ({ body: { id, reason }, based }) => readiness.dismiss(id, reason, based),
    ),
    restore: endpoint({ summary: 'Counts a dismissed finding again', answer: nothing }, ({ id }) =>
      readiness.restore(id),
    ),
    checkLinks: endpoint(
      {
        summary: 'Looks whether the links to other sites lead somewhere; takes up to half a minute',
        body: nothing,
        status: 201,
        answer: linkCheckSchema,
      },
      () => readiness.checkLinks(),
    ),
    news: endpoint(
      { summary: 'Counts what the monthly check found and the owner was not told of', answer: readinessNewsSchema },
      async () => ({ count: await readNews(db.kysely) }),
    ),
    clearNews: endpoint({ summary: 'Says that the owner has seen it', answer: nothing }, () => clearNews(db)),
  }) satisfies Record<string, Endpoint>
