/** A number with its noun in English, as the owner reads it: `1 entry`, `3 entries`. For visitors' languages: `counted` of the words. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
