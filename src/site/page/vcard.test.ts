import { expect, it } from 'vitest'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { vcard } from './vcard.ts'

const url = 'https://mira.example'

/** The properties of a card, unfolded and without escapes. */
const read = (content: Content) => {
  const { body } = vcard(content, url)
  const lines = body.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  return lines.map((line) => {
    const at = line.indexOf(':')
    const value = line.slice(at + 1).replace(/\\([\\,;n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark))
    return [line.slice(0, at), value] as const
  })
}
const textOf = (content: Content, name: string) => read(content).find(([key]) => key === name)?.[1]

it('the card for address books has what the page says about its owner', () => {
  const content = exampleContent()
  content.settings.socials = [
    { label: 'Other', url: 'mailto:100%' },
    { label: 'Email', url: 'mailto:mira@example.com?subject=Hello' },
    { label: 'Phone', url: 'tel:+351-210-000-000' },
    { label: 'GitHub', url: 'https://github.com/mira' },
    { label: 'Place', url: '/#contact' },
  ]
  const card = read(content)
  expect(card.slice(0, 4)).toEqual([
    ['BEGIN', 'VCARD'],
    ['VERSION', '3.0'],
    ['N', 'Solberg;Mira;;;'],
    ['FN', 'Mira Solberg'],
  ])
  expect(Object.fromEntries(card)).toMatchObject({
    'EMAIL;TYPE=INTERNET': 'mira@example.com',
    'TEL;TYPE=WORK,VOICE': '+351-210-000-000',
    'item4.URL;TYPE=WORK': 'https://github.com/mira',
    'item4.X-ABLabel': 'GitHub',
    'URL;TYPE=WORK': `${url}/`,
    TITLE: content.settings.role,
    'ADR;TYPE=WORK': `;;;${content.about[0]?.live};;;`,
    'PHOTO;VALUE=URI;TYPE=JPEG': expect.stringContaining(`${url}/media/`),
  })
  expect(card.at(-1)).toEqual(['END', 'VCARD'])
  expect(card.flat().join(' ')).not.toContain('#contact')
})

it('no text of the owner’s can begin a property of its own, and all of it is read back', () => {
  const content = exampleContent()
  const hostile = 'A, b; c\\d\r\nEND:VCARD\nEMAIL:someone@else.example'
  content.settings.description = hostile
  content.settings.role = hostile
  expect(textOf(content, 'NOTE')).toBe(hostile.replaceAll('\r\n', '\n'))
  expect(read(content).filter(([key]) => key === 'END')).toHaveLength(1)
  expect(read(content).filter(([key]) => key === 'EMAIL')).toEqual([])
})

it('lines have 75 octets at most, and no character is cut apart', () => {
  const content = exampleContent()
  content.settings.description = 'Größe 🌊 العربية '.repeat(12).trim()
  const { body, type } = vcard(content, url)
  expect(type).toBe('text/vcard; charset=utf-8')
  const lines = body.trimEnd().split('\r\n')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(lines.some((line) => line.startsWith(' '))).toBe(true)
  expect(textOf(content, 'NOTE')).toBe(content.settings.description)
})

it('a studio is the organization of its owner, and a site without a person has its name', () => {
  const content = exampleContent()
  content.settings.name = 'Studio Tide'
  expect([textOf(content, 'FN'), textOf(content, 'ORG')]).toEqual(['Mira Solberg', 'Studio Tide'])
  const empty = emptyContent()
  expect(textOf(empty, 'FN')).toBe(empty.settings.name)
  expect(textOf(empty, 'ORG')).toBeUndefined()
})
