import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the run's Postgres with `DATABASE` in the database's place; null where there is none. */
    postgres: string | null
  }
}

/** One Postgres for the whole run. Without one on the machine its tests are skipped, and this says so. */
export default async function setup(project: TestProject) {
  const bin = findPostgres()
  if (!bin) {
    process.stdout.write('Postgres is not installed here (no initdb and postgres): its tests are skipped.\n')
    project.provide('postgres', null)
    return
  }
  const server = await startPostgres(bin)
  project.provide('postgres', server.url('DATABASE'))
  return server.stop
}
