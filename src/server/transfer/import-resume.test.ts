import { afterEach, describe, expect, it } from 'vitest'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid } from '../../model/errors.ts'
import { createEntries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { createSettings } from '../settings/settings-store.ts'
import { ImportRefused } from './content-folder.ts'
import { importResume, readResume, resumeTable } from './resume-steps.ts'

const publicUrl = 'https://mira.example'
const by = 'owner'

const resume = {
  $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
  basics: {
    name: 'Ada Byron',
    label: 'Analyst',
    email: 'ada@people.example',
    phone: '+44 20 123',
    image: 'https://ada.example/a.png',
    summary: 'Engines, and what they may do.',
    location: { city: 'London', countryCode: 'GB' },
    profiles: [{ network: 'Code', username: 'ada', url: 'https://code.example/ada' }, { network: 'Nowhere' }],
  },
  work: [
    {
      ...{ name: 'Engine Works', position: 'Analyst', startDate: '2019-05', endDate: '2021', location: 'London' },
      ...{ summary: 'Notes.', highlights: ['First program'], url: 'https://engine.example/', keywords: ['loops'] },
    },
    { name: 'Royal Society', position: 'Lecturer', startDate: '2021' },
  ],
  education: [
    {
      institution: 'Home',
      area: 'Mathematics',
      studyType: 'MA',
      startDate: '2015',
      endDate: '2018-06-30',
      summary: 'By letter.',
    },
  ],
  projects: [
    {
      name: 'Note G',
      description: 'Bernoulli numbers',
      keywords: ['engine'],
      startDate: '2020',
      roles: ['Author', 'Editor'],
    },
  ],
  skills: [
    { name: 'Mathematics', level: '95 %' },
    { name: 'Poetry', level: 'Master', keywords: ['sonnets'] },
  ],
  certificates: [{ name: 'Engine licence', date: '2020-02-01', issuer: 'Board' }],
  languages: [
    { language: 'English', fluency: 'Native speaker' },
    { language: 'French', fluency: 'Courant (C1)' },
  ],
  volunteer: [{ organization: 'Library' }],
  meta: { version: 'v1.0.0' },
}

const storesOf = (database: Database) => ({ entries: createEntries(database), settings: createSettings(database) })
const tableOf = async (database: Database, file: unknown = resume) =>
  (await resumeTable(database, readResume(file), { publicUrl })).rows
const stateOf = async (database: Database) => {
  const { entries, settings } = storesOf(database)
  const { times: _, ...lists } = await entries.published()
  return {
    lists,
    settings: (await settings.get()).settings,
    drafts: (await entries.list('experiences')).entries.length,
  }
}

describe.each(databases.filter(({ available }) => available))('the import of a CV on $name', (kind) => {
  const once = itOnce(kind)
  const opened: TestStore[] = []
  const open = async () => {
    const store = await kind.create()
    opened.push(store)
    return store
  }
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.remove()
  })

  once('says what is new and what has no place here, and changes nothing by saying so', async () => {
    const { database } = await open()
    const rows = await tableOf(database)
    const notes = Object.fromEntries(rows.map(({ key, state, notes }) => [key, [state, ...notes].join(' ')]))
    expect(notes).toMatchObject({
      'basics.name': 'new',
      'basics.location': 'new',
      'basics.image':
        'skipped Not imported: images are not fetched from other sites. Upload it in Media and choose it in About.',
      'basics.profiles.1': 'skipped It has no address.',
      'work.0': 'new Not imported, there is no field for it: keywords.',
      'work.1': expect.stringMatching(/^new It stays a draft: About/),
      'projects.0': 'new Not imported, there is no field for it: roles after the first.',
      'skills.0': 'new',
      'skills.1': 'new Not imported, there is no field for it: level, keywords.',
      volunteer: 'skipped Not imported, there is no field for it: volunteer.',
    })
    expect(rows.filter(({ key }) => ['meta', '$schema'].includes(key))).toEqual([])
    expect((await journalOf(database).list()).changes).toEqual([])
  })

  it('imports it in one change, the second time nothing, and one undo takes all of it back', async () => {
    const { database } = await open()
    const before = await stateOf(database)
    const read = readResume(resume)
    const outcome = await importResume(database, read, { by, publicUrl })
    expect(outcome).toMatchObject({ changed: 0, drafts: 1, change: expect.any(Number) })
    const { lists, settings } = await stateOf(database)
    expect(lists.experiences).toMatchObject([
      {
        ...{ company: 'Engine Works', program: 'Engine Works', name: 'Analyst', start_year: '2019', start_month: 5 },
        ...{ end_year: '2021', end_month: 0, highlights: ['First program'] },
      },
    ])
    expect(lists.educations).toMatchObject([{ start_year: 2015, end_year: 2018, degree: 'MA' }])
    expect(lists.projects).toMatchObject([{ title: 'Note G', slug: 'note-g', year: 2020, role: 'Author' }])
    expect(lists.skills.map(({ percent }) => percent)).toEqual([95, null])
    expect(lists.certificates).toMatchObject([{ year: 2020 }])
    expect(lists.languages.map(({ level }) => level)).toEqual(['native', 'C1'])
    expect(settings).toMatchObject({
      name: 'Ada Byron',
      role: 'Analyst',
      location: 'London, GB',
      email: 'ada@people.example',
    })
    expect(settings.socials.map(({ url }) => url)).toEqual(['tel:+4420123', 'https://code.example/ada'])

    expect(new Set((await tableOf(database)).map(({ state }) => state))).toEqual(new Set(['same', 'skipped']))
    expect(await importResume(database, read, { by, publicUrl })).toMatchObject({
      created: 0,
      changed: 0,
      change: null,
    })

    const journal = journalOf(database)
    await journal.undo(outcome.change ?? 0, { by })
    const after = await stateOf(database)
    expect(after).toEqual(before)
    expect((await journal.list({ grouped: true })).changes).toHaveLength(2)
  })

  once('changes the fields that the file says otherwise, of the same job, and no other', async () => {
    const { database } = await open()
    const { entries } = storesOf(database)
    const job = {
      ...examples.experiences[0],
      name: 'Analyst',
      program: 'My own words',
      company: 'Engine works',
      start_year: '2019',
      start_month: 5 as const,
    }
    const own = await entries.create<string>(
      'experiences',
      { ...job, end_year: 'Present', location: 'Leeds', url: 'https://engine.example' },
      { by },
    )
    const earlier = await entries.create<string>(
      'experiences',
      { ...job, start_year: '2012', end_year: '2013' },
      { by },
    )
    const row = (await tableOf(database)).find(({ key }) => key === 'work.0')
    expect(row).toMatchObject({ state: 'changed', fields: expect.arrayContaining(['location', 'end_year']) })
    expect(row?.fields).not.toContain('url')
    await importResume(database, readResume(resume), { by, publicUrl, chosen: ['work.0'] })
    expect((await entries.get('experiences', own.id)).data).toMatchObject({
      location: 'London',
      program: 'My own words',
      end_year: '2021',
    })
    expect((await entries.get('experiences', earlier.id)).version).toBe(1)
    expect((await entries.list('experiences')).entries).toHaveLength(2)
    expect((await entries.list('skills')).entries).toEqual([])
  })

  once('makes one list of all publications, and adds to a list that is there what it lacks', async () => {
    const { database } = await open()
    const { entries } = storesOf(database)
    const publications = [
      {
        name: 'Sketch of the Engine',
        publisher: 'Memoirs',
        releaseDate: '1943-09',
        url: 'https://a.example',
        isbn: '1',
      },
      { name: 'On flight', summary: 'x '.repeat(150) },
    ]
    const [row] = await tableOf(database, { publications })
    expect(row).toMatchObject({ key: 'publications', collection: 'lists', title: 'Publications', state: 'new' })
    expect(row?.notes).toEqual([
      'Sketch of the Engine: Not imported, there is no field for it: isbn.',
      'On flight: Its summary is cut after 200 characters.',
    ])
    const run = (file: object) => importResume(database, readResume(file), { by, publicUrl })
    expect(await run({ publications })).toMatchObject({ created: 1, drafts: 0 })
    const [list] = (await entries.list('lists')).entries
    const text = `${'x '.repeat(100).trim()}…`
    const flight = { ...{ year: null, month: 0, title: 'On flight', place: '', url: '' }, text, links: [] }
    const sketch = { ...flight, text: '', year: 1943, month: 9, title: 'Sketch of the Engine', place: 'Memoirs' }
    const items = [{ ...sketch, url: 'https://a.example' }, flight]
    expect(list).toMatchObject({ status: 'published', data: { title: 'Publications', kind: 'publications', items } })

    const own = [{ ...items[0], text: 'Note G.', links: [{ label: 'Scan', url: 'https://s.example' }] }, items[1]]
    const { version } = await entries.update<string>(
      'lists',
      list?.id ?? '',
      { title: 'Writing', items: own },
      { by, version: list?.version ?? 0 },
    )
    const later = [
      { name: 'SKETCH OF THE ENGINE', publisher: 'Scientific Memoirs' },
      { name: 'On flight', releaseDate: '1928' },
    ]
    expect(await run({ publications: [...later, { name: 'Letters' }] })).toMatchObject({ created: 0, changed: 1 })
    const { data, ...after } = await entries.get('lists', list?.id ?? '')
    expect(after.version).toBe(version + 1)
    expect(data).toMatchObject({ title: 'Writing', kind: 'publications' })
    expect(data.items).toEqual([
      { ...own[0], title: 'SKETCH OF THE ENGINE', place: 'Scientific Memoirs' },
      { ...own[1], year: 1928 },
      { ...flight, text: '', title: 'Letters' },
    ])
  })

  once('publishes nothing that somebody left as a draft', async () => {
    const { database } = await open()
    const { entries } = storesOf(database)
    const { id } = await entries.create('skills', { name: 'Mathematics', percent: 10 }, { by, publish: false })
    await importResume(database, readResume(resume), { by, publicUrl, chosen: ['skills.0'] })
    expect(await entries.get('skills', id)).toMatchObject({ status: 'draft', data: { percent: 95 } })
  })

  once('publishes no settings that wait as a draft', async () => {
    const { database } = await open()
    const { settings } = storesOf(database)
    await settings.update({ role: 'Poet' }, { by, publish: false })
    await importResume(database, readResume(resume), { by, publicUrl })
    expect((await settings.get()).settings.role).toBe('')
    expect(await settings.draft()).toMatchObject({ settings: { role: 'Analyst', name: 'Ada Byron' } })
  })

  once('stores nothing when one entry is refused, and names it', async () => {
    const { database } = await open()
    const before = await stateOf(database)
    const links = {
      assertKnown: async (_: unknown, { data }: { data: Record<string, unknown> }) => {
        if (data.name === 'Poetry') throw new Invalid({ name: 'Not this one.' })
      },
    }
    const refused = await importResume(database, readResume(resume), { by, publicUrl, links }).catch((error) => error)
    expect(refused).toBeInstanceOf(ImportRefused)
    expect(refused.problems).toEqual({ 'skills.1.name': 'Not this one.' })
    expect(await stateOf(database)).toEqual(before)
  })

  once('writes facts about the person where the page has them, and leaves links that are there', async () => {
    const { database } = await open()
    const { entries, settings } = storesOf(database)
    await entries.create<string>('about', { ...examples.about[0], image: null }, { by, publish: false })
    await settings.update({ socials: [{ label: 'Mine', url: 'https://code.example/ada/' }] }, { by })
    const rows = await tableOf(database)
    expect(rows.find(({ key }) => key === 'basics.profiles.0')?.state).toBe('same')
    await importResume(database, readResume(resume), { by, publicUrl })
    const [about] = (await entries.list('about')).entries
    expect(about).toMatchObject({
      status: 'draft',
      data: { name: 'Ada Byron', email: 'ada@people.example', live: 'London, GB' },
    })
    expect((await settings.get()).settings).toMatchObject({ name: '', location: '' })
  })

  once('gives two projects of one title addresses of their own', async () => {
    const { database } = await open()
    const projects = [{ name: 'Note', entity: 'A' }, { name: 'Note', entity: 'B' }, { name: 'نقش' }]
    await importResume(database, readResume({ work: [], projects }), { by, publicUrl })
    const { projects: shown } = await storesOf(database).entries.published()
    expect(shown.map(({ slug }) => slug)).toEqual(['note', 'note-2', 'project'])
  })

  once('skips what does not fit, with the sentence of the field, and refuses what is no CV', async () => {
    const { database } = await open()
    const file = { skills: [{ name: 'x'.repeat(61) }, { name: 'Chess' }] }
    expect(await tableOf(database, file)).toMatchObject([
      { state: 'skipped', notes: ['Name may have at most 60 characters.'] },
      { state: 'new' },
    ])
    expect(await importResume(database, readResume(file), { by, publicUrl })).toMatchObject({ created: 1 })
    for (const wrong of [[], 'text', { work: 'none' }, { name: 'Ada' }, { work: [1] }])
      expect(() => readResume(wrong), JSON.stringify(wrong)).toThrow(Invalid)
    expect(() => readResume({ work: [{ name: 'a\u0000' }] })).toThrow(ImportRefused)
    const hostile = JSON.parse(
      '{"work":[{"__proto__":{"a":1},"constructor":"x","name":"N","position":"P"}],"__proto__":[1]}',
    )
    expect((await tableOf(database, hostile)).find(({ key }) => key === 'work.0')?.title).toBe('P')
  })
})
