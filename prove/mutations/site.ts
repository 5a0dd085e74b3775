import type { Mutation } from './mutation.ts'

/** What visitors' browsers are spared. */
export const siteMutations: Mutation[] = [
  {
    loses: 'that schemas in browsers compile no code, which the policy forbids',
    file: 'src/model/zod.ts',
    old: 'jitless: true',
    new: 'jitless: false',
    tests: ['tests/zod.test.ts'],
  },
  {
    loses: 'that every schema that reaches a browser is built after that is set',
    file: 'src/model/fields/kinds/texts.ts',
    old: "import { z } from '../../zod.ts'",
    new: "import { z } from 'zod'",
    tests: ['tests/zod.test.ts'],
  },
]
