/** A video as the page uses it. */
export interface PublishedVideo {
  id: string
  /** Description for those who cannot see it. */
  alt: string
  /** URL of the file; a replaced or changed file gets another. */
  url: string
  /** `video/mp4` or `video/webm`. */
  type: string
  /** Of a frame, upright, in px; 0 when the file does not tell. */
  width: number
  height: number
  /** In bytes. */
  size: number
}
