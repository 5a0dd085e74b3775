import type { Mutation } from './mutation.ts'

/** What keeps small machines served. */
export const smallMachineMutations: Mutation[] = [
  {
    loses: 'that an image is not blamed when memory runs out',
    file: 'src/server/media/image-process.ts',
    old: "signal === 'SIGKILL'",
    new: "signal === 'SIGQUIT'",
    tests: ['src/server/media/image-process.test.ts'],
  },
]
