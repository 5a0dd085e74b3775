/** Seeded random numbers (mulberry32): the same seed, the same run. */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    shuffled: <T>(from: readonly T[]): T[] => {
      const list = [...from]
      for (let i = list.length - 1; i > 0; i -= 1) {
        const j = below(i + 1)
        const swapped = list[i] as T
        list[i] = list[j] as T
        list[j] = swapped
      }
      return list
    },
  }
}
