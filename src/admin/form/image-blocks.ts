import { newBlockId } from '../../model/blocks/blocks-field.ts'
import { type Block, type BlockNamed, kindsByName } from '../../model/blocks/kinds.ts'
import { isVideo } from '../media/upload-state.ts'

type Image = BlockNamed<'gallery'>['images'][number]['image']

export const mostInGallery = kindsByName.get('gallery')?.fields.images?.max ?? 0

/** As many of the files as one block takes: a video alone, images up to the next video. */
const filesOfOne = (files: readonly File[]): readonly File[] => {
  const video = files.findIndex(isVideo)
  return files.slice(0, video < 0 ? mostInGallery : Math.min(Math.max(video, 1), mostInGallery))
}

/** A video block for each video, an image block for one image, galleries for several: each with the files that belong to it, and without them yet. */
export const blocksForFiles = (files: readonly File[]): { block: Block; files: readonly File[] }[] => {
  const own = filesOfOne(files)
  const [first] = own
  if (!first) return []
  const id = newBlockId()
  const block: Block = isVideo(first)
    ? { id, kind: 'video', file: null, poster: null, caption: '', width: 'wide' }
    : own.length === 1
      ? { id, kind: 'image', image: null, caption: '', fit: 'whole', width: 'wide' }
      : { id, kind: 'gallery', images: [], layout: 'rows', width: 'wide' }
  return [{ block, files: own }, ...blocksForFiles(files.slice(own.length))]
}

/** The block with what stands for its files: in its place, or at the end of a gallery. */
export const withFiles = (block: Block, values: readonly Image[]): Block => {
  if (block.kind === 'image') return { ...block, image: values[0] ?? null }
  if (block.kind === 'video') return { ...block, file: values[0] ?? null }
  if (block.kind !== 'gallery') return block
  return {
    ...block,
    images: [...block.images, ...values.map((image) => ({ image, caption: '', fit: 'whole' as const }))],
  }
}
