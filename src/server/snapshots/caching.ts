/**
 * Browsers revalidate each time, so that a save shows at once; a shared cache may answer for ten seconds, and longer while it
 * revalidates.
 */
export const pageCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'

export const immutable = 'public, max-age=31536000, immutable'

export const cacheForADay = 'public, max-age=86400'

/** Answers to one person, the owner or whoever has a link: no cache keeps them, nor does a browser after a sign-out. */
export const forOneOnly = 'private, no-store'
