/** Categories of the portfolio; each is a filter with a URL of its own (`/design` …). Specification, section 2. */
export const categories = ['design', 'brand', 'photos'] as const
export type Category = (typeof categories)[number]
