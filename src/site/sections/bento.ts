/** Size of a card in columns and rows. */
export interface Span {
  columns: number
  rows: number
}

type Size = 'small' | 'medium' | 'large'

const spans: Record<Size, Span> = {
  small: { columns: 1, rows: 1 },
  medium: { columns: 2, rows: 1 },
  large: { columns: 2, rows: 2 },
}

const width = 4

/** Size of the only card, which nothing stands next to. */
const alone: Record<Size, Span> = {
  small: { columns: 2, rows: 1 },
  medium: { columns: 3, rows: 2 },
  large: { columns: 4, rows: 2 },
}

interface Placed {
  /** The index of the card in each cell, row by row; undefined where there is none. */
  rows: (number | undefined)[][]
  holes: number
}

/** Places cards as `grid-auto-flow: dense` does: each in the first gap that takes it. */
const arrange = (cards: Span[]): Placed => {
  const rows: (number | undefined)[][] = []
  const row = (r: number) => {
    rows[r] ??= Array.from({ length: width }, () => undefined)
    return rows[r]
  }
  let firstOpen = 0
  const fits = (r: number, c: number, card: Span) => {
    if (c + card.columns > width) return false
    for (let y = r; y < r + card.rows; y++) {
      for (let x = c; x < c + card.columns; x++) if (row(y)[x] !== undefined) return false
    }
    return true
  }
  cards.forEach((card, index) => {
    while (row(firstOpen).every((cell) => cell !== undefined)) firstOpen++
    for (let cell = firstOpen * width; ; cell++) {
      const [r, c] = [Math.floor(cell / width), cell % width]
      if (!fits(r, c, card)) continue
      for (let y = r; y < r + card.rows; y++) row(y).fill(index, c, c + card.columns)
      return
    }
  })
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === undefined)) rows.pop()
  return { rows, holes: rows.flat().filter((cell) => cell === undefined).length }
}

/** The growths that could close the first hole: cards next to it wider, cards above it taller. */
const growths = ({ rows }: Placed, cards: Span[]): { index: number; span: Span }[] => {
  const r = rows.findIndex((row) => row.includes(undefined))
  const row = rows[r] ?? []
  const from = row.indexOf(undefined)
  let to = from
  while (to < width && row[to] === undefined) to++
  const wider = [row[from - 1], row[to]].flatMap((index) => {
    const card = index === undefined ? undefined : cards[index]
    return index === undefined || card === undefined
      ? []
      : Array.from({ length: to - from }, (_, i) => ({ index, span: { ...card, columns: card.columns + i + 1 } }))
  })
  const above = new Set((rows[r - 1] ?? []).slice(from, to))
  const taller = [...above].flatMap((index) => {
    const card = index === undefined ? undefined : cards[index]
    return index === undefined || card === undefined ? [] : [{ index, span: { ...card, rows: card.rows + 1 } }]
  })
  return [...wider, ...taller].filter(({ span }) => span.columns <= width)
}

/** Wider than two columns and one row tall, an image is a strip. */
const isStrip = ({ columns, rows }: Span) => columns > 2 * rows

interface Step {
  next: Span[]
  result: Placed
}

/** The growth that leaves the fewest holes, of those that leave fewer than before. */
const best = (placed: Placed, steps: readonly Step[]): Step | undefined =>
  steps.reduce<Step | undefined>(
    (best, step) => (step.result.holes < (best?.result.holes ?? placed.holes) ? step : best),
    undefined,
  )

/**
 * Spans for a four-column grid with dense flow that end in a full rectangle: where the sizes leave a hole, a neighbour grows into it.
 * A portfolio of one row stands two rows tall, so that a single image is not a strip. Where all are small and the last would stand alone,
 * the first one is large.
 */
export const bento = (sizes: readonly Size[]): Span[] => {
  const [only, ...others] = sizes
  if (only !== undefined && others.length === 0) return [alone[only]]
  const isLed = sizes.length % width === 1 && sizes.every((size) => size === 'small')
  let cards = sizes.map((size, n) => spans[isLed && n === 0 ? 'large' : size])
  let placed = arrange(cards)
  while (placed.holes > 0) {
    const stepTo = ({ index, span }: { index: number; span: Span }): Step => {
      const next = cards.with(index, span)
      return { next, result: arrange(next) }
    }
    const all = growths(placed, cards)
    // A strip becomes taller; it stays one only where nothing else closes the hole.
    const tall = all.map(({ index, span }) => ({ index, span: isStrip(span) ? { ...span, rows: 2 } : span }))
    const better = best(placed, tall.map(stepTo)) ?? best(placed, all.map(stepTo))
    if (!better) break
    cards = better.next
    placed = better.result
  }
  return placed.rows.length === 1 ? cards.map((card) => ({ ...card, rows: 2 })) : cards
}

/** The cards that take the whole of a two-column grid: all but the small ones, and the last small one when their number is odd. */
export const pairs = (sizes: readonly Size[]): boolean[] => {
  const odd = sizes.filter((size) => size === 'small').length % 2 === 1
  const lastSmall = sizes.lastIndexOf('small')
  return sizes.map((size, index) => size !== 'small' || (odd && index === lastSmall))
}
