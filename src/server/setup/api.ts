import { z } from 'zod'
import { introductionSchema } from '../../model/setup/introduction.ts'
import { setupStateSchema } from '../../model/setup/setup-state.ts'
import type { Database } from '../db/database.ts'
import { readMeta } from '../db/meta.ts'
import type { Shown } from '../endpoint/context.ts'
import { type Endpoint, readBody } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import type { Links } from '../links/links.ts'
import type { ImageProcess } from '../media/image-process.ts'
import { introduce, introducedKey } from './introduce.ts'
import { samplesKey } from './load-samples.ts'
import { countOwnProjects, listRemnants, removeSamples } from './samples.ts'

const done = z.object({
  change: z.int().nullable().describe('The change that undoes it all; null when nothing changed.'),
})

export const setupApi = (db: Database, images: ImageProcess, publisher: Shown, links: Links) =>
  ({
    state: {
      operation: { summary: 'Says what of the sample content still stands', answer: setupStateSchema },
      handle: async (context) => {
        const [introduced, samples, projects, remnants] = await Promise.all([
          readMeta(db.kysely, introducedKey),
          readMeta(db.kysely, samplesKey),
          countOwnProjects(db.kysely),
          listRemnants(db),
        ])
        return context.json({
          introduced: introduced !== undefined,
          samples: samples === 'loaded' || remnants.length > 0,
          projects,
          remnants,
        })
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
