/** Time in ms for which a lease that has run out is watched. Its holder renews more often than that, once it can. */
export const graceMs = 10_000

/**
 * Leases whose holder is gone: run out, and seen so twice with `graceMs` in between. Once would not do: after the database was away,
 * all leases have run out, and their holders are there.
 */
export const createAbandoned = () => {
  let seen = new Map<string, number>()
  return {
    /** Takes the leases that have run out now; returns those to be taken over. */
    among: (expired: readonly string[], now: number): string[] => {
      // A time in the future comes from a clock that was set back since.
      const since = (lease: string) => Math.min(seen.get(lease) ?? now, now)
      seen = new Map(expired.map((lease) => [lease, since(lease)]))
      return expired.filter((lease) => now - since(lease) >= graceMs)
    },
    /** Forgets all, when it could not be looked whether they are renewed. */
    forget: (): void => seen.clear(),
    /** True while some are watched. */
    any: (): boolean => seen.size > 0,
  }
}
