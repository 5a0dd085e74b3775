import type { Figure } from '../../bench/figure.ts'

/** A number that must not exceed the goal, or must reach it; with neither it is only told. */
export const figure = (
  name: string,
  value: number | undefined,
  goal?: Figure['goal'],
  { unit = 'count', note }: { unit?: Figure['unit']; note?: string | undefined } = {},
): Figure => ({ name, value, unit, ...(goal ? { goal } : {}), ...(note ? { note } : {}) })

/** How many there are of what must not be; the first few are shown. */
export const none = (name: string, found: readonly unknown[]): Figure =>
  figure(
    name,
    found.length,
    { atMost: 0 },
    { note: found.length > 0 ? `For example ${found.slice(0, 6).map(String).join('; ')}` : undefined },
  )

export const atLeast = (name: string, value: number, goal: number): Figure => figure(name, value, { atLeast: goal })

export const atMost = (name: string, value: number, goal: number, unit: Figure['unit'] = 'count'): Figure =>
  figure(name, value, { atMost: goal }, { unit })

/** What visitors met with: the page must come, whole and soon, whatever else is broken. */
export const pageFigures = (met: { visits: number; p99: number; bad: string[] }, p99 = 50): Figure[] => [
  figure('page visits meanwhile', met.visits, { atLeast: 1 }),
  none('visits that did not get the page', met.bad),
  atMost('page, p99', met.p99, p99, 'ms'),
]
