/** The collections whose entries stand in a CV. */
export const cvCollections = [
  'experiences',
  'educations',
  'skills',
  'projects',
  'lists',
  'certificates',
  'languages',
] as const
export type CvCollection = (typeof cvCollections)[number]

/** Entries of one collection, and items of one list, that a CV holds at most; the first ones are the owner's most important. */
export const mostOfACollection = 100
