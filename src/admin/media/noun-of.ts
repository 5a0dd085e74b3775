import type { MediaItem, MediaKind } from '../../model/media/media-item.ts'

const nouns: Record<MediaKind, string> = { image: 'Image', video: 'Video', file: 'File' }

/** Noun for an item, for the start of a sentence. */
export const nounOf = ({ kind }: Pick<MediaItem, 'kind'>): string => nouns[kind]
