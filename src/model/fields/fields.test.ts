import { expect, it } from 'vitest'
import { fields } from './fields.ts'
import { parse } from './parse.ts'

const links = fields.items({
  label: 'Links',
  one: 'Link',
  max: 2,
  fields: { label: fields.text({ label: 'Label' }), url: fields.url({ label: 'Address' }) },
})

it('names the problem of an item by its path', () => {
  const value = [
    { label: 'A', url: '/a' },
    { label: '', url: 'javascript:alert(1)' },
  ]
  expect(() => parse(links.schema, value)).toThrow(
    expect.objectContaining({
      fields: { '1.label': 'Label is required.', '1.url': expect.stringMatching(/^Address must start with/) },
    }),
  )
})

it('keeps unfinished items in a draft, up to the number of items', () => {
  expect(parse(links.draft, [{ label: '', url: 'ht' }])).toEqual([{ label: '', url: 'ht' }])
  expect(() => parse(links.draft, Array(3).fill({ label: 'A', url: '/' }))).toThrow()
})

it('drops from one line of text what turns the text that follows it', () => {
  const title = fields.text({ label: 'Title' })
  for (const rule of ['schema', 'draft'] as const)
    expect(parse(title[rule], ' Tide\u202e moc\u2066\u2028x ')).toBe('Tide moc x')
  expect(() => parse(title.schema, '\u202e')).toThrow()
})

it('refuses a number that is not among the options', () => {
  const years = fields.select({ label: 'Years', options: [0, 1, 5] })
  expect(parse(years.schema, 5)).toBe(5)
  expect(() => parse(years.schema, '5')).toThrow()
  expect(() => parse(years.schema, 2)).toThrow()
})
