import { expect, it } from 'vitest'
import type { PaletteItem } from '../palette-items.ts'
import { mostFound, prepareItems, searchItems } from '../palette-results.tsx'

const item = (label: string, detail = 'Project', keywords?: string): PaletteItem => ({
  id: `${detail} ${label}`,
  label,
  detail,
  ...(keywords === undefined ? {} : { keywords }),
  leaves: true,
  run: () => undefined,
})

const items = prepareItems([
  item('Tide tables of the harbour'),
  item('Graça Teles', 'Testimonial'),
  item('Accent', 'Setting · Theme', 'colour'),
  item('Percent', 'Skill “Go”', 'Skills field'),
  item('Portfolio', 'Screen'),
  item('Sign out', 'Action', 'log out'),
])
const found = (query: string, recent: string[] = []) =>
  searchItems(items, query, recent).map(({ item: { label } }) => label)
const marked = (query: string) =>
  searchItems(items, query, [])[0]
    ?.pieces.map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('')

it('finds words in any order, without accents, by their first letters and with letters left out', () => {
  expect(found('harbour tide')[0]).toBe('Tide tables of the harbour')
  expect(found('graca')[0]).toBe('Graça Teles')
  expect(found('portf')[0]).toBe('Portfolio')
  expect(found('prtfolio')[0]).toBe('Portfolio')
})

it('finds by other words, too, after what has them in its name', () => {
  expect(found('log out')[0]).toBe('Sign out')
  expect(found('colour')).toEqual(['Accent'])
  expect(found('skills')).toEqual(['Percent'])
})

it('marks what was typed', () => {
  expect(marked('harb')).toBe('Tide tables of the [harb]our')
  expect(marked('graca')).toBe('[Graça] Teles')
  expect(marked('colour')).toBe('Accent')
})

it('finds nothing for scattered letters, and nothing twice', () => {
  expect(found('zqx')).toEqual([])
  expect(new Set(found('t')).size).toBe(found('t').length)
})

it('puts actions before fields of the same name', () => {
  const both = prepareItems([{ ...item('Image'), id: 'field projects/image' }, item('Image', 'Action')])
  expect(searchItems(both, 'image', []).map((one) => one.item.detail)).toEqual(['Action', 'Project'])
})

it('puts recent items first among equals', () => {
  const two = prepareItems([item('Tide one'), item('Tide two')])
  const first = (recent: string[]) => searchItems(two, 'tide', recent)[0]?.item.label
  expect([first([]), first(['Project Tide two'])]).toEqual(['Tide one', 'Tide two'])
})

it('finds the one among ten thousand, and shows no more than fit', () => {
  const many = prepareItems([
    ...Array.from({ length: 10_000 }, (_, n) => item(`Tideline ${n}`)),
    item('The lighthouse keeper'),
  ])
  expect(searchItems(many, 'lighth', [])[0]?.item.label).toBe('The lighthouse keeper')
  expect(searchItems(many, 'tideline 7777', [])[0]?.item.label).toBe('Tideline 7777')
  expect(searchItems(many, 'tide', [])).toHaveLength(mostFound)
})
