/** A part of `CardDrawing.node`, as far as cards need it. */
export type CardNode =
  | { type: 'container'; style: CardStyle; children: CardNode[] }
  | { type: 'text'; text: string; style: CardStyle }
  | { type: 'image'; src: string; width?: number; height?: number; style: CardStyle }

/** CSS by its names in JavaScript; numbers are px. */
export type CardStyle = Readonly<Record<string, string | number>>

export const box = (style: CardStyle, children: (CardNode | undefined)[]): CardNode => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children: children.filter((child) => child !== undefined),
})

/** Text of at most `lines` lines; the last one ends with … when there is more. */
export const lines = (text: string, count: number, style: CardStyle): CardNode => ({
  type: 'text',
  text,
  style: { overflowWrap: 'anywhere', lineClamp: count, textOverflow: 'ellipsis', overflow: 'hidden', ...style },
})
