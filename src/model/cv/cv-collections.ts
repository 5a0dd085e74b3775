/** The collections whose entries stand in a CV. */
export const cvCollections = ['experiences', 'educations', 'projects', 'skills', 'certificates', 'languages'] as const
export type CvCollection = (typeof cvCollections)[number]

/** Entries of one collection that a CV holds at most; the first ones are the owner's most important. */
export const mostOfACollection = 100
