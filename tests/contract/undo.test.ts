import { beforeAll, expect, it } from 'vitest'
import { contentVersion } from '../../src/server/journal/journal.ts'
import { createScheduled } from '../../src/server/publishing/scheduled.ts'
import { useApp, useOwner } from '../support/app.ts'
import { onOneDatabase } from '../support/databases.ts'
import { plantExampleImages } from '../support/example-images.ts'
import { keptLog } from '../support/kept-log.ts'
import { halves } from '../support/pictures.ts'
import { seededRandom } from '../support/random.ts'
import { thorough } from '../support/thorough.ts'
import { exported } from './exported.ts'
import { actAtRandom, acts } from './owner-acts.ts'
import { brokenPositions } from './write-at-random.ts'

// Any seed must do; there are as many as time allows.
const seeds = { SQLite: thorough ? [20_261_121, 4] : [20_261_121], Postgres: [77] }
const least = thorough ? 500 : 100

onOneDatabase(`${least} acts of an owner, at random, through the API`, (store, { name }) => {
  beforeAll(() => plantExampleImages(store().database))
  const browser = useOwner(useApp(store))
  let files: Uint8Array[]
  beforeAll(async () => {
    const widths = [32, 36, 40, 44, 48]
    files = await Promise.all(widths.map((width) => halves(width, 16, '#c04020', '#2040c0').png().toBuffer()))
  })

  const letTimePass = async (ms: number) => {
    const clock = { now: () => Date.now() + ms, schedule: () => () => {} }
    const { log } = keptLog()
    const scheduled = createScheduled({ database: store().database, log, clock })
    scheduled.start()
    await scheduled.settled()
    await scheduled.stop()
  }

  /** The changes after this one, newest first, as the history shows them: one for each call. */
  const changesSince = async (start: number): Promise<number[]> => {
    const ids: number[] = []
    for (let path: string | undefined = '/api/changes?limit=200'; path; ) {
      const { body } = await browser.get(path)
      const shown = body.changes.filter(({ id }: { id: number }) => id > start)
      ids.push(...shown.map(({ id, batch }: { id: number; batch: number | null }) => batch ?? id))
      path =
        body.next && shown.length === body.changes.length ? `/api/changes?limit=200&cursor=${body.next}` : undefined
    }
    return [...new Set(ids)]
  }

  const undoAll = async (ids: number[]) => {
    for (const id of ids) {
      const { status, body } = await browser.post(`/api/changes/${id}/undo`)
      expect(status, `undoing change ${id}: ${JSON.stringify(body)}`).toBe(201)
    }
  }

  it.each(seeds[name])('all undone is byte for byte as before, all redone as after (seed %i)', async (seed) => {
    const { database } = store()
    const owner = { browser, random: seededRandom(seed), files, letTimePass }
    const [start, before] = [await contentVersion(database.kysely), await exported(database)]
    const did: Record<string, number> = {}
    // Goes on until each kind was done: ids, and so the order of lists, differ in each run.
    const missing = () => Object.keys(acts).filter((kind) => !did[kind])
    for (let n = 0; n < least || (n < 1500 && missing().length > 0); n += 1) {
      const { kind, done } = await actAtRandom(owner)
      if (done) did[kind] = (did[kind] ?? 0) + 1
    }
    expect(missing()).toEqual([])
    expect(await brokenPositions(database)).toEqual({})
    const after = await exported(database)
    expect(after).not.toBe(before)

    const made = await changesSince(start)
    await undoAll(made)
    expect(await exported(database)).toBe(before)
    await undoAll((await changesSince(start)).slice(0, made.length))
    expect(await exported(database)).toBe(after)
  })
})
