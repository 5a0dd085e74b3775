import { beforeAll, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { examples } from '../../model/content/examples.ts'
import type { Database } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import { createEntries, type Entries } from './entries.ts'

const by = 'owner'
const [project] = examples.projects
if (!project) throw new Error('The examples are gone.')

onEachDatabase('addresses that a project had before', (store) => {
  let database: Database
  let entries: Entries
  beforeAll(async () => {
    database = store().database
    await plantExampleImages(database)
    entries = createEntries(database)
  })

  const redirects = async () => (await entries.redirects()).map(({ from, to }) => `${from} → ${to}`).sort()
  const rename = async (id: string, slug: string, publish = true) => {
    const { version } = await entries.get('projects', id)
    await entries.update('projects', id, { slug }, { by, version, publish })
  }
  const undoNewest = async () => journalOf(database).undo(await contentVersion(database.kysely), { by })

  it('lead to the project once it is published at another, until another project has that address', async () => {
    const { id } = await entries.create('projects', { ...project, slug: 'one' }, { by })
    await rename(id, 'two', false)
    expect(await redirects()).toEqual([])
    await entries.publish('projects', id, { by })
    await rename(id, 'three')
    expect(await redirects()).toEqual(['one → three', 'two → three'])

    const before = await exported(database)
    await rename(id, 'one')
    expect(await redirects()).toEqual(['three → one', 'two → one'])
    await undoNewest()
    expect(await exported(database)).toBe(before)

    const other = await entries.create('projects', { ...project, slug: 'two' }, { by })
    await rename(other.id, 'four')
    // The project that had it last gets the visitors.
    expect(await redirects()).toEqual(['one → three', 'two → four'])
    await entries.unpublish('projects', other.id, { by })
    expect(await redirects()).toEqual(['one → three', 'two → three'])
    await entries.remove('projects', id, { by })
    expect(await redirects()).toEqual([])
  })

  it('are at most twenty for a project', async () => {
    const { id } = await entries.create('projects', { ...project, slug: 'name-0' }, { by })
    for (let n = 1; n <= 25; n += 1) await rename(id, `name-${n}`)
    const kept = (await entries.redirects()).filter(({ to }) => to === 'name-25').map(({ from }) => from)
    expect(kept).toHaveLength(20)
    expect(kept).not.toContain('name-4')
    expect(kept).toContain('name-5')
  })
})
