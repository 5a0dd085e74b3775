import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createSettings } from '../settings/settings-store.ts'
import { themes } from './later-migrations.ts'

onEachDatabase('a store of the version with one look', (store) => {
  it('has the accent of its theme where it had the one of every site, and keeps one that was chosen', async () => {
    const { kysely } = store().database
    const settings = createSettings(store().database)
    await settings.initialise({ ...sampleSettings, accent: 'vermilion' }, { by: 'samples' })
    await settings.update({ accent: 'plum' }, { by: 'owner', publish: false })
    await kysely.schema.dropTable('theme_files').execute()
    await kysely.schema.dropTable('themes').execute()
    await themes(store().database.kind).up(kysely)
    expect((await settings.get()).settings).toEqual({ ...sampleSettings, accent: '' })
    expect((await settings.draft()).settings.accent).toBe('plum')
  })
})
