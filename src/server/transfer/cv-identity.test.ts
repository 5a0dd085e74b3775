import { expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { examplesOf } from '../../model/content/examples.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { publicSettings } from '../../model/settings/settings.ts'
import { withPerson } from '../../model/settings/with-person.ts'
import { languages } from '../../model/words/languages.ts'
import { createEntries } from '../content/entries.ts'
import { cvJson } from '../cv/cv-forms.ts'
import { cvSource } from '../cv/cv-source.ts'
import { createSettings } from '../settings/settings-store.ts'
import { importResume, readResume, resumeTable } from './resume-steps.ts'

const publicUrl = 'https://mira.example'
const by = 'owner'

onOneDatabase('the import of the CV that the site exports', (store) => {
  it.each(languages)('changes nothing, in the language %s', async (language) => {
    const { database } = store()
    const entries = createEntries(database)
    const settings = createSettings(database)
    if ((await entries.list('skills')).entries.length === 0) {
      for (const name of [
        'experiences',
        'educations',
        'projects',
        'skills',
        'certificates',
        'languages',
        'lists',
      ] as const)
        for (const example of examplesOf(name)) {
          const plain = 'image' in example ? { ...example, image: null } : example
          await entries.create<string>(name, plain as object, { by })
        }
      await entries.create('skills', { name: 'Chess', percent: null }, { by })
      // Two lists of publications, which JSON Resume has as one.
      const [book, note] = [
        { title: 'A book', year: 2020, url: '/#resume' },
        { title: 'A note', text: 'Short.' },
      ]
      for (const [title, items] of [['Books', [book]] as const, ['Notes', [note, { ...book, year: 2024 }]] as const])
        await entries.create<string>('lists', { title, kind: 'publications', items }, { by })
    }
    const { role, description, location, socials } = sampleSettings
    const name = 'Mira Solberg'
    await settings.update({ name, role, description, location, socials, language }, { by })
    const { times: _, ...lists } = await entries.published()
    const shown = withPerson(publicSettings((await settings.get()).settings), undefined)
    const content = { version: 1, settings: shown, media: {}, ...lists } as Content
    const source = cvSource(content, publicUrl)
    if (!source) throw new Error('No CV is made.')
    const resume = readResume(JSON.parse(cvJson(source)))
    const { rows } = await resumeTable(database, resume, { publicUrl })
    expect(rows.filter(({ state }) => state === 'new' || state === 'changed')).toEqual([])
    expect(rows.filter(({ state }) => state === 'same').length).toBeGreaterThan(20)
    // Where the site is needs no field.
    expect(rows.filter(({ state }) => state === 'skipped').map(({ key }) => key)).toEqual(['basics.url'])
    expect(await importResume(database, resume, { by, publicUrl })).toMatchObject({
      created: 0,
      changed: 0,
      change: null,
    })
  })
})
