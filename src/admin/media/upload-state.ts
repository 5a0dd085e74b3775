import { atom } from 'nanostores'
import { counted } from '../../model/counted.ts'
import { type AwaitedFile, awaitedFilesIn, withFiles } from '../../model/media/awaited-file.ts'
import { imageTypes } from '../../model/media/upload-limits.ts'

/** Types of files that can be uploaded, as in `accept`. */
export const acceptedImages = imageTypes.join()
export const pdfTypes = 'application/pdf'
export const videoTypes = 'video/mp4,video/webm'

export const isVideo = ({ type }: File): boolean => videoTypes.split(',').includes(type)

/** Dropped or pasted files. */
export const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

export interface Upload extends AwaitedFile {
  /** 0–1 */
  share: number
  /** `waiting` also between two attempts; then `problem` says why. `failed` does not go on by itself. */
  state: 'waiting' | 'sending' | 'failed' | 'done'
  problem?: string | undefined
  /** A place in a draft awaits it. Others are for Media alone. */
  isPlaced: boolean
  /** The browser has a copy that outlives the tab; false where it takes none, undefined until that is known. */
  isKept?: boolean
  /** The same file already existed. */
  isKnown?: boolean
}

/** Whose uploads these are; undefined until somebody is signed in. */
export const account = atom<string | undefined>(undefined)

export const list = atom<readonly Upload[]>([])

/** What stands in drafts for files that have arrived, by the id of the awaited file: an id of Media, or the path of a PDF. */
export const arrived = atom<ReadonlyMap<string, string>>(new Map())

export const change = (id: string, fields: Partial<Upload>): void =>
  list.set(list.get().map((one) => (one.id === id ? { ...one, ...fields } : one)))

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'

/** The data with the files that have arrived; the same object when it awaits none of them. */
export const withArrived = <T>(data: T): T =>
  arrived.get().size === 0 ? data : withFiles(data, ({ id }) => arrived.get().get(id))

/** “2 pictures”, or “1 file” where it is not for an image or a video. */
export const countOf = (uploads: readonly Upload[]): string => {
  const noun = uploads.some(({ name }) => name.toLowerCase().endsWith('.pdf')) ? 'file' : 'picture'
  return counted(uploads.length, noun)
}

/** Share of them that is sent, such as `64 %`; then the server makes the sizes of an image, which takes a moment. */
export const progressOf = (uploads: readonly Upload[]): string => {
  const share = uploads.reduce((sum, one) => sum + one.share, 0) / Math.max(1, uploads.length)
  return share < 1 ? `${Math.floor(100 * share)} %` : 'processing'
}

/** The uploads under way that this data awaits. */
export const awaitedBy = (data: unknown): Upload[] => {
  const under = list.get().filter(isUnderWay)
  if (under.length === 0) return []
  const ids = new Set(awaitedFilesIn(data).map(({ id }) => id))
  return under.filter(({ id }) => ids.has(id))
}

/** The data as it will be when what is being uploaded now is there. */
export const withUploads = <T>(data: T): T => {
  // The id of an image, or the path of a PDF. Values have only the start of a long name.
  const coming = new Map(awaitedBy(data).map(({ id, name }) => [id, /\.pdf$/i.test(name) ? `/${id}` : id]))
  return withFiles(data, ({ id }) => coming.get(id))
}
