import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { VitrineError } from '../../model/errors.ts'
import { programVersion } from '../process/package-root.ts'
import type { DatabaseKind, Trx } from './database.ts'
import {
  accounts,
  dueIndex,
  expiryIndexes,
  first,
  inbox,
  inboxAtScale,
  journalBatches,
  journaledRenditions,
  journalUndoes,
  mail,
  noIdTokens,
  publishedContent,
  renditions,
  replyWords,
  withdrawnMedia,
} from './first-migrations.ts'
import {
  afterQuestions,
  blocks,
  bucket,
  categories,
  columnNames,
  connections,
  cutFonts,
  cvVariants,
  drafts,
  formerSlugs,
  historyAtScale,
  invitedAccounts,
  noProviderTokens,
  passkeyCounters,
  readinessDismissals,
  shareLinks,
  spelledSearchTexts,
  testimonialRequests,
  themes,
  transparentPlaceholders,
  visitCountries,
  visits,
} from './later-migrations.ts'
import type { Tables } from './tables.ts'

// Imported, not found on disk: the server is a bundle.
const migrations: Record<string, (kind: DatabaseKind) => Migration> = {
  '001-first': first,
  '002-accounts': accounts,
  '003-mail': mail,
  '004-withdrawn-media': withdrawnMedia,
  '005-renditions': renditions,
  '006-inbox': inbox,
  '007-journaled-renditions': journaledRenditions,
  '008-reply-words': replyWords,
  '009-expiry-indexes': expiryIndexes,
  '010-no-id-tokens': noIdTokens,
  '011-published-content': publishedContent,
  '012-inbox-at-scale': inboxAtScale,
  '013-journal-undoes': journalUndoes,
  '014-due-index': dueIndex,
  '015-journal-batches': journalBatches,
  '016-drafts': drafts,
  '017-former-slugs': formerSlugs,
  '018-connections': connections,
  '019-transparent-placeholders': transparentPlaceholders,
  '020-history-at-scale': historyAtScale,
  '021-share-links': shareLinks,
  '022-blocks': blocks,
  '023-categories': categories,
  '024-column-names': columnNames,
  '025-cv-variants': cvVariants,
  '026-bucket': bucket,
  '027-invited-accounts': invitedAccounts,
  '028-themes': themes,
  '029-testimonial-requests': testimonialRequests,
  '030-visits': visits,
  '031-cut-fonts': cutFonts,
  '032-after-questions': afterQuestions,
  '033-readiness-dismissals': readinessDismissals,
  '034-visit-countries': visitCountries,
  '035-no-provider-tokens': noProviderTokens,
  '036-passkey-counters': passkeyCounters,
  '037-spelled-search-texts': spelledSearchTexts,
}

export const migrationNames: readonly string[] = Object.keys(migrations)

const provider = (kind: DatabaseKind): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, migration(kind)])),
})

export type Query = (sql: string) => Promise<Record<string, unknown>[]>

export const queryOn =
  (kysely: Kysely<Tables>): Query =>
  async (text) =>
    (await sql.raw<Record<string, unknown>>(text).execute(kysely)).rows

/** Key in `meta`: the version that last migrated the tables. */
export const migratedByKey = 'migrated by'

const noteOf = async (query: Query, key: string): Promise<string | undefined> => {
  const [row] = await query(`select value from meta where key = '${key}'`)
  return row === undefined ? undefined : String(row.value)
}

/** Migrations that this version would make in a store, and those in it that this version does not know. Only reads. */
export const compareMigrations = async (query: Query, kind: DatabaseKind) => {
  const isThere =
    kind === 'sqlite'
      ? "select 1 from sqlite_master where name = 'kysely_migration'"
      : "select 1 where to_regclass('kysely_migration') is not null"
  const found = (await query(isThere)).length > 0 ? await query('select name from kysely_migration order by name') : []
  const names = found.map(({ name }) => String(name))
  const unknown = names.filter((name) => !migrationNames.includes(name))
  return {
    pending: migrationNames.filter((name) => !names.includes(name)),
    unknown,
    /** Version that brought the tables to their state; undefined when none was noted. */
    madeBy: unknown.length > 0 ? await noteOf(query, migratedByKey) : undefined,
    /** True before the first start. */
    fresh: names.length === 0,
  }
}

/** Migrates the tables to this version, or up to an earlier migration, all or nothing; several processes may start at once. */
export const migrate = async (
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  { upTo, within }: { upTo?: string; within?: ((trx: Trx) => Promise<void>) | undefined } = {},
): Promise<void> => {
  await kysely.transaction().execute(async (trx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('vitrine migrations'))`.execute(trx)
    const migrator = new Migrator({ db: trx, provider: provider(kind) })
    const { error } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
    if (error) throw error
    await within?.(trx)
  })
}

/** Tables of a newer version, which this one can neither read nor change. */
export class NewerData extends VitrineError {
  constructor(unknown: readonly string[], madeBy: string | undefined) {
    const newer = madeBy === undefined ? 'a newer Vitrine' : `Vitrine ${madeBy}`
    super(
      'invalid',
      `The data is of ${newer} (${unknown.join(', ')}); this is Vitrine ${programVersion}, which cannot read it. Start ${madeBy === undefined ? 'the newer one' : newer}, or restore a backup from before the update.`,
    )
  }
}
