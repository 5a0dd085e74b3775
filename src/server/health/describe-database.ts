import type { Database, Following } from '../db/database.ts'
import { Warning } from './health-check.ts'

const ways: Record<Following['by'], string> = {
  notices: 'Changes of other processes are announced.',
  'direct notices': 'Changes of other processes are announced over DATABASE_DIRECT_URL.',
  polling: 'No notices come through, so changes of other processes are looked for twice a second.',
}

/** A sentence about a database that answers. Throws `Warning` when DATABASE_DIRECT_URL is of no use. */
export const describeDatabase = ({ postgres, following }: Database): string => {
  if (!postgres) return 'SQLite answers. Whether all of it is whole: vitrine doctor.'
  const { by, problem } = following()
  const way = `Postgres ${postgres.version} answers${postgres.pooled ? ' through a pooler' : ''}. ${ways[by]}`
  if (problem !== undefined) throw new Warning(`${way} ${problem}`)
  return way
}
