import type { Content } from '../../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../../model/settings/settings.ts'

/** The counters with the numbers that the page shows: the typed one, or how many entries of a collection are published. */
export const counted = (content: Content): PublicSettings['counters'] =>
  content.settings.counters.map((counter) =>
    counter.counts ? { ...counter, value: content[counter.counts].length } : counter,
  )
