import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { atMost, figure, none, pageFigures } from '../support/figures.ts'
import { otherProgram } from '../support/other-program.ts'
import { startOwned } from '../support/owned-product.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries } from '../support/writers.ts'

/** A backup script, say, that holds the file. */
export const locked: Check = {
  name: 'locked',
  kind: 'fault',
  quick: true,
  timed: true,
  promise:
    'Another program locks the database for eight seconds: visits are not affected, a save waits for two seconds and is then refused with 503, and saves work again afterwards.',
  run: async ({ folder }) => {
    const product = await startOwned()
    const held = path.join(folder, 'held')
    writeFileSync(held, '')
    try {
      const [id = ''] = await makeEntries(product, 1)
      const watch = watchPage(product.url)
      const before = (await product.own('GET', `/api/entries/skills/${id}`)).json.version as number
      const save = (percent: number) =>
        product.own('PATCH', `/api/entries/skills/${id}`, { data: { percent } }, { 'if-match': `"${before}"` })
      const { ended } = await otherProgram(
        path.join(product.dataDir, 'vitrine.db'),
        // On a busy machine the last save is refused later, and one that outlived the lock would be taken.
        `const { existsSync } = await import('node:fs')
         db.exec('begin exclusive'); console.log('locked'); await sleep(8000)
         for (let n = 0; n < 12_000 && existsSync(${JSON.stringify(held)}); n += 1) await sleep(20)
         db.exec('rollback')`,
      )
      const refused: number[] = []
      const odd: string[] = []
      const until = performance.now() + 5000
      while (performance.now() < until || refused.length < 2) {
        const answer = await save(50)
        refused.push(answer.ms)
        if (answer.status !== 503 || !answer.headers['retry-after'])
          odd.push(`${answer.status} ${answer.text.slice(0, 80)}`)
        if (/SQLite|sqlite|\.db/.test(answer.text)) odd.push(answer.text)
      }
      rmSync(held)
      await ended
      await sleep(50)
      const met = await watch.stop()
      const after = await save(60)
      return [
        ...pageFigures(met),
        figure('saves refused meanwhile', refused.length, { atLeast: 2 }),
        none('answers to them other than a plain 503', odd),
        atMost('longest wait of a save', Math.max(...refused), 2600, 'ms'),
        none('saves refused afterwards', after.status === 200 && after.json.version === before + 1 ? [] : [after.text]),
      ]
    } finally {
      rmSync(held, { force: true })
      await product.stop()
    }
  },
}
