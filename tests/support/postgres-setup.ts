import type { TestProject } from 'vitest/node'
import { install } from '../../prove/support/tools.ts'
import { findPgBouncer, socketFolderOf, startPgBouncer } from './pgbouncer.ts'
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
  if (!findPgBouncer()) install('pgbouncer')
  if (!findPgBouncer()) process.stdout.write('PgBouncer is not installed here: its tests are skipped.\n')
  const server = await startPostgres(bin)
  const url = server.url('DATABASE')
  // What tests share then goes through a pooler, see docs/testing.md.
  const bouncer = process.env.TEST_POOLED && (await startPgBouncer(findPgBouncer() ?? '', socketFolderOf(url)))
  project.provide('postgres', bouncer ? bouncer.url('DATABASE') : url)
  return async () => {
    await (bouncer ? bouncer.stop() : undefined)
    await server.stop()
  }
}
