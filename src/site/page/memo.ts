/** Reuses results for equal inputs from one rendering of the site to the next. */
export interface Memo {
  /** The result of `make` for an equal input of this kind in this or the previous rendering; calls it when there is none. */
  keep<I, O>(kind: string, input: I, make: (input: I) => O): O
  /** The same, with a number unique to the value: a short key for results derived from it. */
  number<I, O>(kind: string, input: I, make: (input: I) => O): { value: O; number: number }
  /** Ends a rendering; results that it did not use are dropped. */
  endRendering(): void
}

/**
 * Inputs are compared by their JSON: each publication reads the content again, so equal content is never the same object.
 * For a thousand entries that costs a few milliseconds, rendering them some hundreds.
 */
export const createMemo = (): Memo => {
  let before = new Map<string, unknown>()
  let now = new Map<string, unknown>()
  let numbers = 0
  return {
    number(kind, input, make) {
      return this.keep(kind, input, (same) => ({ value: make(same), number: ++numbers }))
    },
    keep<I, O>(kind: string, input: I, make: (input: I) => O): O {
      const key = `${kind}\n${JSON.stringify(input)}`
      const kept = now.get(key) ?? before.get(key) ?? make(input)
      now.set(key, kept)
      return kept as O
    },
    endRendering() {
      before = now
      now = new Map()
    },
  }
}
