import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { examples } from '../../model/content/examples.ts'
import { createEntries } from '../content/entries.ts'
import { contentVersion } from '../journal/journal.ts'
import { blocks } from './later-migrations.ts'

const by = 'owner'

/** JSON as the version before wrote it: the text stood in a field. */
const asBefore = (json: string) =>
  json
    .replaceAll(/"blocks":\[\{"id":"body","kind":"text","markdown":("(?:[^"\\]|\\.)*")\}\]/g, '"body":$1')
    .replaceAll('"blocks":[]', '"body":""')

const textBlock = (markdown: string): Block[] => [{ id: 'body', kind: 'text', markdown }]

onEachDatabase('a store of the version in which a project had one text', (store) => {
  it('keeps it as the first block, in drafts, on the page and in the history, and undoes old changes', async () => {
    const { database } = store()
    const tables = database.kysely as unknown as Kysely<Record<string, Record<string, string | null>>>
    await plantExampleImages(database)
    const entries = createEntries(database)
    const [example] = examples.projects
    if (!example) throw new Error('The examples are gone.')
    const first = 'One "quoted"\n\n```\n{}\n```'
    const { id, version } = await entries.create('projects', { ...example, blocks: textBlock(first) }, { by })
    await entries.update('projects', id, { blocks: textBlock('Two') }, { by, version })
    await entries.update('projects', id, { blocks: textBlock('Draft') }, { by, version: version + 1, publish: false })
    await entries.create('projects', { ...example, slug: 'empty', blocks: [] }, { by })
    const all = () =>
      Promise.all([
        tables.selectFrom('entries').select(['id', 'draft', 'published']).orderBy('id').execute(),
        tables.selectFrom('changes').select(['id', 'before', 'after']).orderBy('id').execute(),
      ])
    const today = await all()

    for (const row of today[0])
      await tables
        .updateTable('entries')
        .set({ draft: asBefore(row.draft ?? ''), published: row.published && asBefore(row.published) } as never)
        .where('id', '=', row.id as string)
        .execute()
    for (const row of today[1])
      await tables
        .updateTable('changes')
        .set({ before: row.before && asBefore(row.before), after: row.after && asBefore(row.after) } as never)
        .where('id', '=', row.id as string)
        .execute()
    expect(JSON.stringify(await all())).not.toContain('blocks')
    await tables
      .insertInto('published_content')
      .values({
        id: 1,
        version: 1,
        updated_at: '2026-05-04T10:00:00.000Z',
        data: '{"projects":[{"body":"Two"}]}',
      } as never)
      .execute()

    await blocks().up(tables as never)
    expect(await all()).toEqual(today)
    const kept = await tables.selectFrom('published_content').select('data').executeTakeFirstOrThrow()
    expect(JSON.parse(String(kept.data))).toEqual({ projects: [{ blocks: textBlock('Two') }] })

    const read = async () => [
      (await entries.get('projects', id)).data.blocks,
      (await entries.published()).projects[0]?.blocks,
    ]
    expect(await read()).toEqual([textBlock('Draft'), textBlock('Two')])
    const journal = journalOf(database)
    const last = await contentVersion(database.kysely)
    await journal.undo(last - 1, { by })
    await journal.undo(last - 2, { by })
    expect(await read()).toEqual([textBlock(first), textBlock(first)])
  })
})
