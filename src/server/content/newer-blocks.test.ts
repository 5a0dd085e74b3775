import { beforeAll, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { createEntries, type Entries } from './entries.ts'

const by = 'owner'
const newer = { id: 'n', kind: 'map', places: [{ name: 'Troms' }] } as unknown as Block
const text = (markdown: string): Block => ({ id: 't', kind: 'text', markdown })

onOneDatabase('a block that a newer version made', (store) => {
  let entries: Entries
  let id: string
  beforeAll(async () => {
    const { database } = store()
    entries = createEntries(database)
    id = (await entries.create('projects', { title: 'A', slug: 'a', blocks: [text('One')] } as never, { by })).id
    const { draft } = await database.kysely.selectFrom('entries').select('draft').executeTakeFirstOrThrow()
    const json = JSON.stringify({ ...JSON.parse(draft), blocks: [newer, text('One')] })
    await database.kysely.updateTable('entries').set({ draft: json, published: json }).where('id', '=', id).execute()
  })
  const stored = async () => (await entries.get('projects', id)).data.blocks
  const update = async (blocks: readonly Block[], publish: boolean) => {
    const { version } = await entries.get('projects', id)
    return entries.update('projects', id, { blocks: [...blocks] }, { by, version, publish })
  }

  it('leaves its entry on the page, and calls for no attention', async () => {
    expect((await entries.published()).projects.map((one) => one.id)).toContain(id)
    expect(await entries.get('projects', id)).not.toHaveProperty('needsAttention')
  })

  it('stays as it is when others are edited, moved and published, and when another field is', async () => {
    await update([newer, text('Two')], false)
    await entries.publish('projects', id, { by })
    await update([text('Three'), newer], true)
    const { version } = await entries.get('projects', id)
    await entries.update('projects', id, { title: 'B' }, { by, version })
    expect(await stored()).toEqual([text('Three'), newer])
    expect((await entries.published()).projects[0]?.blocks).toEqual([text('Three'), newer])
  })

  it('names what is wrong with the blocks behind it by their own places', async () => {
    const wrong = { id: 'i', kind: 'image', image: null, caption: 'Dawn' } as unknown as Block
    await expect(update([newer, wrong], true)).rejects.toMatchObject({
      fields: { 'blocks.1.image': 'Image is required.' },
    })
  })

  it('can be removed, but neither changed, copied nor made here', async () => {
    const refused = { fields: { 'blocks.0.kind': 'There is no such kind of block.' } }
    await expect(update([{ ...newer, places: [] } as never], false)).rejects.toMatchObject(refused)
    await expect(update([{ ...newer, id: 'm' }], false)).rejects.toMatchObject(refused)
    const data = { title: 'C', slug: 'c', blocks: [newer] } as never
    await expect(entries.create('projects', data, { by })).rejects.toMatchObject(refused)
    await update([text('Alone')], true)
    expect(await stored()).toEqual([text('Alone')])
    await expect(update([newer], false)).rejects.toMatchObject(refused)
  })
})
