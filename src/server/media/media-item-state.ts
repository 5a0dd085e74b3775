/** State of a media item in the journal: everything that undo needs except the bytes, which always stay. */
export interface MediaItemState {
  rendition: string
  name: string
  alt: string
  focus_x: number
  focus_y: number
  created_at: string
  deleted_at: string | null
}
