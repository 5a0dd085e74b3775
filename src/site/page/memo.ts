/** Keeps what was made of equal inputs, from one rendering of the site to the next. */
export interface Memo {
  /** What `make` gave for an equal input of this kind in this rendering or the one before; makes it when there is none. */
  keep<I, O>(kind: string, input: I, make: (input: I) => O): O
  /** The same, with a number that is another for every value made: a short key for what is made of it. */
  number<I, O>(kind: string, input: I, make: (input: I) => O): { value: O; number: number }
  /** Ends a rendering: what it did not ask for is forgotten. */
  endRendering(): void
}

/**
 * Inputs are compared by their JSON: each publication gathers the content anew, so equal content is never the same object.
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
