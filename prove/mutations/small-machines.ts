import type { Mutation } from './mutation.ts'

/** What keeps small machines served. */
export const smallMachineMutations: Mutation[] = [
  {
    loses: 'that an image is not blamed when memory runs out',
    in: 'createImageProcess',
    old: "signal === 'SIGKILL'",
    new: "signal === 'SIGQUIT'",
    noticed: 'survives its own violent death by %s and gives the reason',
  },
]
