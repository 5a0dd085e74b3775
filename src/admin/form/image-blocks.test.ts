import { describe, expect, it } from 'vitest'
import { kindsByName } from '../../model/blocks/kinds.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { blocksForFiles, withFiles } from './image-blocks.ts'

const files = (count: number) => Array.from({ length: count }, (_, n) => new File([], `${n}.png`))
const place = ({ name }: File) => `place of ${name}`
const found = (given: readonly File[]) => blocksForFiles(given).map((one) => withFiles(one.block, one.files.map(place)))
/** Kind and places of each block. */
const shapes = (given: readonly File[]) =>
  found(given).map((block) => {
    const leaves = leavesOf(kindsByName.get(block.kind)?.fields ?? {}, { ...block })
    return [block.kind, leaves.filter(({ value }) => String(value).startsWith('place of')).length]
  })

describe('Blocks for dropped images', () => {
  it('are an image for one, a gallery for several, and one more for every twelve', () => {
    expect(shapes(files(0))).toEqual([])
    expect(shapes(files(1))).toEqual([['image', 1]])
    expect(shapes(files(2))).toEqual([['gallery', 2]])
    expect(shapes(files(25))).toEqual([
      ['gallery', 12],
      ['gallery', 12],
      ['image', 1],
    ])
  })

  it('are a video for each video, between the images before and after it', () => {
    const video = new File([], 'walk.mp4', { type: 'video/mp4' })
    const [one, ...many] = files(3)
    expect(shapes([one as File, video, video, ...many])).toEqual([
      ['image', 1],
      ['video', 1],
      ['video', 1],
      ['gallery', 2],
    ])
    expect(found([video])[0]).toMatchObject({ kind: 'video', file: 'place of walk.mp4', poster: null })
  })

  it('have a place for each file from the start, in the order of the files, after those that were there', () => {
    const own = { image: 'own', caption: 'Mine', fit: 'fill' as const }
    const of = { id: 'a', kind: 'gallery', layout: 'side', width: 'full' } as const
    expect(withFiles({ ...of, images: [own] }, files(3).map(place))).toEqual({
      ...of,
      images: [own, ...[0, 1, 2].map((n) => ({ image: `place of ${n}.png`, caption: '', fit: 'whole' }))],
    })
    expect(found(files(2))[0]).toMatchObject({ images: [{ image: 'place of 0.png' }, { image: 'place of 1.png' }] })
  })
})
