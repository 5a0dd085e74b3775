import type { Mutation } from './mutation.ts'

/** What visitors' browsers are spared. */
export const siteMutations: Mutation[] = [
  {
    loses: 'that schemas in browsers compile no code, which the policy forbids',
    in: 'z',
    old: 'jitless: true',
    new: 'jitless: false',
    noticed: 'schemas compile no code in a browser, where the policy forbids it',
  },
  {
    loses: 'that every schema that reaches a browser is built after that is set',
    in: 'filled',
    old: "import { z } from '",
    new: "import { z } from 'zod' // '",
    noticed: 'every schema that can reach a browser is built with the configured zod',
  },
]
