import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { collectionNames } from '../../src/model/content/collections.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import type { Database } from '../../src/server/db/database.ts'
import { createTestApp, ownerIn, password } from './app.ts'
import type { TestStore } from './databases.ts'
import { halves } from './pictures.ts'
import { secretOf, totpCode, totpStep } from './totp.ts'

/** Fills a store with something of everything, through the product; resolves to the owner's second factor's secret. */
export const fillStore = async (store: TestStore, authSecret?: string, dataDir = store.options.dataDir) => {
  const app = await createTestApp(store, { authSecret, dataDir, limits: false })
  const { entries, settings, media, messages } = app.services
  const owner = await ownerIn(app)
  const bytes = await halves(60, 40, '#c04020', '#2040c0').png().toBuffer()
  const { id: image } = await media.upload(bytes, { name: 'a.png', alt: 'Dusk', by: 'owner' })
  for (const name of collectionNames)
    for (const example of examplesOf(name))
      await entries.create(name, ('image' in example ? { ...example, image } : example) as never, { by: 'owner' })
  const [first] = (await entries.list('skills', { limit: 10 })).entries
  await entries.remove('skills', first?.id as string, { by: 'owner' })
  await settings.update({ name: 'Mira — “Σ” 🌊' }, { by: 'owner' })
  for (let n = 0; n < 12; n += 1)
    await messages.create({
      user_name: `Ada ${n}`,
      user_email: 'ada@example.com',
      message: "Hello\n\n“quotes” \\ ' $1 ?",
    })
  const { body } = await owner.post('/api/auth/two-factor/enable', { password })
  const secret = secretOf(body.totpURI)
  await owner.post('/api/auth/two-factor/verify-totp', { code: totpCode(secret, totpStep(Date.now()) - 1) })
  await owner.post('/api/tokens', { name: 'A script', scope: 'read' })
  await app.close()
  return secret
}

const shown = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex')
  return typeof value === 'boolean' ? Number(value) : value
}

/** Every row of every table, the same from both databases. */
export const everythingIn = async ({ kysely }: Database): Promise<Record<string, string[]>> => {
  const tables = (await kysely.introspection.getTables()).filter(({ name }) => !/^(?:kysely|sqlite)_/.test(name))
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(kysely)
      const lines = rows.map((row) =>
        JSON.stringify(
          Object.entries(row)
            .map(([column, value]) => [column, shown(value)])
            .sort(),
        ),
      )
      return [name, lines.sort()] as const
    }),
  )
  return Object.fromEntries(all.sort())
}
