import { readinessCalls } from '../../model/readiness/readiness.ts'
import type { Database } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import { clearNews, readNews } from './monthly.ts'
import type { Readiness } from './readiness.ts'

export const readinessApi = (readiness: Readiness, db: Database) =>
  endpoints(readinessCalls(), {
    'GET /api/readiness': [
      'Looks over the published site for what keeps it from being shown',
      () => readiness.report(),
    ],
    'POST /api/readiness/dismissals': [
      'Leaves a finding out, for a reason, until what it is about changes',
      { status: 201 },
      ({ body: { id, reason }, based }) => readiness.dismiss(id, reason, based),
    ],
    'DELETE /api/readiness/dismissals/:id': ['Counts a dismissed finding again', ({ id }) => readiness.restore(id)],
    'POST /api/readiness/link-checks': [
      'Looks whether the links to other sites lead somewhere; takes up to half a minute',
      { status: 201 },
      () => readiness.checkLinks(),
    ],
    'GET /api/readiness/news': [
      'Counts what the monthly check found and the owner was not told of',
      async () => ({ count: await readNews(db.kysely) }),
    ],
    'DELETE /api/readiness/news': ['Says that the owner has seen it', () => clearNews(db)],
  })
