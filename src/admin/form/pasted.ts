import type { Block } from '../../model/blocks/kinds.ts'

/** Content of a clipboard, as it is pasted. */
export interface Pasted {
  /** All of it but the images. */
  markdown: string
  /** Part of a line, and no paragraph or more. */
  inline: boolean
  blocks: readonly Block[]
  /** Files that belong into these blocks, by their ids. */
  files: ReadonlyMap<string, readonly File[]>
  /** Names of images whose bytes it does not have. */
  left: readonly string[]
}

/** Text of a field around what is pasted. */
export interface Spot {
  before: string
  after: string
}

export interface PasteTarget {
  element: HTMLTextAreaElement
  /** Its text and caret when the paste came: the code that reads it may come later than the next key. */
  at: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>
  /** Characters that the text may have. */
  max: number
  /** Tells next to the field why nothing was pasted. */
  refuse(reason: string): void
  /** Puts blocks in the place of the text. Returns what `excessOf` says of the blocks. Absent where there is only text. */
  takeBlocks?:
    | ((spot: Spot, pasted: Pasted, excessOf: (blocks: readonly Block[]) => string | undefined) => string | undefined)
    | undefined
}

export interface Clipboard {
  html: string
  rtf: string
  text: string
  files: readonly File[]
}
