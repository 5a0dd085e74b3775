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
    file: 'src/model/fields/fields.ts',
    old: "import { z } from '../zod.ts'",
    new: "import { z } from 'zod'",
    tests: ['tests/zod.test.ts'],
  },
  {
    loses: 'that a browser takes no image of hundreds of cards on the way to another page',
    file: 'src/site/sections/portfolio/cards.ts',
    old: 'projects.length <= mostMorphing',
    new: 'projects.length <= mostMorphing * 100',
    tests: ['src/site/page/render.test.ts'],
  },
]
