import { expect, it } from 'vitest'
import type { Block } from '../../model/blocks/kinds.ts'
import { collections } from '../../model/content/collections.ts'
import { blocksText, namesWanted } from './names.ts'

const { fields } = collections.projects
const blocks = (...all: object[]) => ({ blocks: all as Block[] })
const image = (id: string, name: string) => ({ id, kind: 'image', image: name, caption: '' })
const wanted = (...states: [object, object]) =>
  namesWanted(fields, ...(states as [Record<string, unknown>, Record<string, unknown>])).map(({ id }) => id)

it('asks for the names of what differs, not of what an added block moved', () => {
  expect(wanted(blocks(image('a', 'one'), image('b', 'two')), blocks(image('c', 'new'), image('a', 'one')))).toEqual([
    'two',
    'new',
  ])
})

it('asks for both images that changed places, and for a testimonial and a video that were exchanged', () => {
  expect(wanted(blocks(image('a', 'one'), image('b', 'two')), blocks(image('a', 'two'), image('b', 'one')))).toEqual([
    'one',
    'two',
  ])
  const quote = (testimonial: string) => ({ id: 'q', kind: 'quote', testimonial, text: '', name: '', role: '' })
  const video = (file: string) => ({ id: 'v', kind: 'video', file, poster: null, caption: '' })
  expect(wanted(blocks(quote('t1'), video('v1')), blocks(quote('t2'), video('v2')))).toEqual(['t1', 't2', 'v1', 'v2'])
})

it('asks for at most two dozen names', () => {
  expect(wanted(blocks(), blocks(...Array.from({ length: 60 }, (_, n) => image(`${n}`, `image-${n}`))))).toHaveLength(
    24,
  )
})

it('says what blocks name in front of what they say', () => {
  const said = blocksText([{ ...image('a', 'one'), caption: 'The pier' }], (_, id) => `${id}.png`)
  expect(said).toBe('Image: one.png\nThe pier')
})
