import { describe, expect, it } from 'vitest'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { blocksForFiles, withFile } from './image-blocks.ts'

const files = (count: number) => Array.from({ length: count }, (_, n) => new File([], `${n}.png`))
const shapes = (count: number) => blocksForFiles(files(count)).map(({ block, files }) => [block.kind, files.length])

describe('Blocks for dropped images', () => {
  it('are an image for one, a gallery for several, and one more for every twelve', () => {
    expect(shapes(0)).toEqual([])
    expect(shapes(1)).toEqual([['image', 1]])
    expect(shapes(2)).toEqual([['gallery', 2]])
    expect(shapes(25)).toEqual([
      ['gallery', 12],
      ['gallery', 12],
      ['image', 1],
    ])
  })

  it('are a video for each video, between the images before and after it', () => {
    const video = new File([], 'walk.mp4', { type: 'video/mp4' })
    const [one, ...many] = files(3)
    const found = blocksForFiles([one as File, video, video, ...many]).map(({ block, files }) => [
      block.kind,
      files.length,
    ])
    expect(found).toEqual([
      ['image', 1],
      ['video', 1],
      ['video', 1],
      ['gallery', 2],
    ])
    const [made] = blocksForFiles([video])
    expect(withFile(made?.block as Block, ['stored'], 0)).toMatchObject({ kind: 'video', file: 'stored', poster: null })
  })

  it('have their images in the order of the files, however they arrive, after those that were there', () => {
    const own = { image: 'own', caption: 'Mine' }
    let block = { id: 'a', kind: 'gallery', images: [own] } as Block
    const arrived: (string | undefined)[] = []
    for (const at of [2, 0, 3, 1]) {
      arrived[at] = `file-${at}`
      block = withFile(block, arrived, at)
    }
    expect(block).toEqual({
      id: 'a',
      kind: 'gallery',
      images: [own, ...[0, 1, 2, 3].map((n) => ({ image: `file-${n}`, caption: '' }))],
    })
  })
})
