import { describe, expect, it } from 'vitest'
import { collectionNames, findCollection } from '../../model/content/collections.ts'
import { examples } from '../../model/content/examples.ts'
import { projectPageFields } from '../../model/preview/preview.ts'
import { shownEntry } from './shown.ts'

const project = findCollection('projects') as NonNullable<ReturnType<typeof findCollection>>
const good = { ...examples.projects[0], image: 'one' }
const shown = (values: object, last: object = good) =>
  shownEntry(project, { ...good, ...values }, last as Record<string, unknown>, (id) => id === 'one')

describe('what the page shows of a form', () => {
  it('is each text as it is typed: too long, unfinished or none', () => {
    const long = 'x'.repeat(500)
    const blocks = [
      { id: 'a', kind: 'text', markdown: '**half' },
      { id: 'b', kind: 'link', title: '', url: 'htt', text: '' },
    ]
    expect(shown({ title: long, summary: '', blocks, tags: ['a', ''] })).toMatchObject({
      title: long,
      summary: '',
      blocks,
      tags: ['a', ''],
    })
  })

  it('is what it last was where the page could not show it', () => {
    const last = { ...good, year: 2020, url: 'https://good.example', size: 'small', image: 'one', title: 'Last' }
    const wrong = { year: 20, url: 'javascript:alert(1)', size: 'huge', image: 'unknown', title: 12 }
    expect(shown(wrong, last)).toEqual(last)
  })

  it('has the items of a list that the page can show, a changed one as it last was, and one that came since not yet', () => {
    const lists = findCollection('lists')
    if (!lists) throw new Error('There is no such collection.')
    const item = { year: 2024, month: 0, title: 'A', place: '', url: '', text: '', links: [] }
    const last = { items: [item, { ...item, title: 'B' }] }
    const itemsOf = (items: object[]) => shownEntry(lists, { items }, last, () => false).items
    const half = { ...item, title: 'B', url: 'https:/' }
    expect(itemsOf([{ ...item, title: 'A, too' }, half])).toEqual([{ ...item, title: 'A, too' }, last.items[1]])
    expect(itemsOf([item, { ...item, title: '' }, { ...item, title: 'B' }])).toEqual(last.items)
  })

  it('is empty when there was nothing before', () => {
    expect(shown({ year: 'nonsense', url: 'x y', image: 'unknown' }, {})).toMatchObject({
      year: null,
      url: '',
      image: null,
    })
  })

  it('takes no image for an answer', () => {
    expect(shown({ image: null })).toMatchObject({ image: null })
  })

  it('leaves out what is private, and nothing else', () => {
    for (const name of collectionNames) {
      const collection = findCollection(name)
      if (!collection) throw new Error(name)
      const open = Object.entries(collection.fields).filter(([, field]) => !field.private)
      expect(Object.keys(shownEntry(collection, {}, {}, () => false))).toEqual(open.map(([field]) => field))
    }
    expect(findCollection('testimonials')?.fields.email?.private).toBe(true)
  })

  it('knows the fields of a project’s own page by their names', () => {
    expect(Object.keys(project.fields)).toEqual(expect.arrayContaining([...projectPageFields]))
  })
})
