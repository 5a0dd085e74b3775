/** Something that the palette finds: an entry, a field, a setting, a screen or an action. */
export interface PaletteItem {
  /** Stable, so that recent items are found again. */
  id: string
  label: string
  /** Kind of the item, or where it is; shown at the end of its row. */
  detail: string
  /** Other words that find it. */
  keywords?: string
  /** Shortcut that does the same. */
  keys?: string
  grave?: true
  /** True when it leads to another screen or field, which then gets the focus. */
  leaves: boolean
  run(): unknown
}
