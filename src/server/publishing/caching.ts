/** Browsers ask each time, so that a save shows at once; a cache in front may answer for ten seconds, and while it asks again. */
export const pageCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'

/** For addresses whose name changes with their content. */
export const immutable = 'public, max-age=31536000, immutable'

/** For files with a fixed name: icons, the CV. */
export const cacheForADay = 'public, max-age=86400'
