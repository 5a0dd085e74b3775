import { z } from 'zod'
import { introductionSchema } from '../../model/setup/introduction.ts'
import { setupStateSchema } from '../../model/setup/setup-state.ts'
import { readMeta } from '../db/meta.ts'
import { type Endpoint, readBody } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import type { Services } from '../services.ts'
import { introduce, introducedKey } from './introduce.ts'
import { countOwnProjects, listRemnants, removeSamples } from './samples.ts'

const done = z.object({
  change: z.int().nullable().describe('The change that undoes it all; null when nothing changed.'),
})

export const setupApi = ({ db, images, publisher, links }: Services) =>
  ({
    state: {
      operation: { summary: 'Says what of the sample content still stands', answer: setupStateSchema },
      handle: async (context) => {
        const [introduced, projects, remnants] = await Promise.all([
          readMeta(db.kysely, introducedKey),
          countOwnProjects(db.kysely),
          listRemnants(db),
        ])
        return context.json({ introduced: introduced !== undefined, projects, remnants })
      },
    },
    introduce: {
      operation: {
        summary: 'Writes the owner’s facts wherever the page uses them',
        body: introductionSchema,
        status: 201,
        answer: done,
      },
      handle: async (context) => {
        const change = await introduce(db, await readBody(context, introductionSchema), authorOf(context).by, links)
        await publisher.shown()
        return context.json({ change }, 201)
      },
    },
    removeSamples: {
      operation: { summary: 'Removes the sample content, as one change', answer: done },
      handle: async (context) => {
        const change = await removeSamples({ database: db, images }, authorOf(context).by)
        await publisher.shown()
        return context.json({ change })
      },
    },
  }) satisfies Record<string, Endpoint>
