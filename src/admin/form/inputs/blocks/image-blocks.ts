import { newBlockId } from '../../../../model/blocks/blocks-field.ts'
import { type Block, type BlockNamed, kindsByName } from '../../../../model/blocks/kinds.ts'
import { isVideo } from '../../../media/fit-for-upload.ts'

type Images = BlockNamed<'gallery'>['images']

export const mostInGallery = kindsByName.get('gallery')?.fields.images?.max ?? 0

/** As many of the files as one block takes: a video alone, images up to the next video. */
const filesOfOne = (files: readonly File[]): readonly File[] => {
  const video = files.findIndex(isVideo)
  return files.slice(0, video < 0 ? mostInGallery : Math.min(Math.max(video, 1), mostInGallery))
}

/** A video block for each video, an image block for one image, galleries for several, each with the files that belong to it. */
export const blocksForFiles = (files: readonly File[]): { block: Block; files: readonly File[] }[] => {
  const own = filesOfOne(files)
  const [first] = own
  if (!first) return []
  const id = newBlockId()
  const block: Block = isVideo(first)
    ? { id, kind: 'video', file: null, poster: null, caption: '' }
    : own.length === 1
      ? { id, kind: 'image', image: null, caption: '' }
      : { id, kind: 'gallery', images: [] }
  return [{ block, files: own }, ...blocksForFiles(files.slice(own.length))]
}

/** The block with an uploaded file; an image of a gallery stands in the order of the files: `arrived` has the images so far, by the index of their file. */
export const withFile = (block: Block, arrived: readonly (string | undefined)[], at: number): Block => {
  const image = arrived[at] ?? null
  if (block.kind === 'image') return { ...block, image }
  if (block.kind === 'video') return { ...block, file: image }
  if (block.kind !== 'gallery') return block
  const later = new Set(arrived.slice(at + 1))
  const next = block.images.findIndex((one) => one.image !== null && later.has(one.image))
  const images: Images = block.images.toSpliced(next < 0 ? block.images.length : next, 0, { image, caption: '' })
  return { ...block, images }
}
