import { isMp4, readMp4 } from './mp4.ts'
import type { VideoFacts } from './video-facts.ts'
import { isEbml, readWebm } from './webm.ts'

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const isVideo = (bytes: Uint8Array): boolean => isMp4(asBuffer(bytes)) || isEbml(asBuffer(bytes))

/** Reads the container of a video, which is never decoded here. Throws `UnsupportedType` unless it is an MP4 or a WebM, whole, with frames. */
export const readVideo = (bytes: Uint8Array): VideoFacts =>
  isMp4(asBuffer(bytes)) ? readMp4(asBuffer(bytes)) : readWebm(asBuffer(bytes))
