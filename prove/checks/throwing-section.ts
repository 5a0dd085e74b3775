import type { Check } from '../check.ts'
import { atLeast, none, pageFigures } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'
import { type Planted, plantedBuild } from '../support/planted.ts'
import { watchPage } from '../support/watch-page.ts'

/** A fault of rendering that only some content meets. */
export const thrower: Planted = {
  in: 'Skill',
  old: '        {entry.name}\n',
  new: `        {entry.name.includes('unbearable') ? (() => { throw new Error('planted') })() : entry.name}\n`,
}

const numberless = (page: string) => page.replaceAll(/Revision \d+ (?:of the page|—)?/g, 'Revision # ')
const revisionOf = (page: string) => Number(/Revision (\d+)/.exec(page)?.[1])

/** A section that throws while it is rendered, now and then during many saves. */
export const throwingSection: Check = {
  name: 'throwing-section',
  kind: 'fault',
  timed: true,
  promise:
    'A section of the page throws while rendering, at every fifth of a thousand saves: every visitor gets one complete good revision, each save is answered, and the next good revision is published.',
  run: ({ folder, times }) =>
    withOwned({ checkout: plantedBuild(folder, thrower) }, async (product) => {
      const made = await product.own('POST', '/api/entries/skills', {
        data: { name: 'Revision 0 of the page', percent: 50 },
      })
      const address = `/api/entries/skills/${made.json.id}`
      const watch = watchPage(product.url, { visitors: 4, pause: 1 })
      const saves = times(1000, 100)
      const refused: string[] = []
      const late: string[] = []
      let { version } = made.json
      for (let n = 1; n <= saves; n += 1) {
        const name = n % 5 === 0 ? `unbearable ${n}` : `Revision ${n} of the page`
        const answer = await product.own('PATCH', address, { data: { name } }, { 'if-match': `"${version}"` })
        if (answer.status !== 200) refused.push(`${answer.status} ${answer.text.slice(0, 100)}`)
        else version = answer.json.version
        const wanted = n % 5 === 0 ? n - 1 : n
        const shown = revisionOf((await product.ask('/')).text)
        if (shown !== wanted) late.push(`${shown} after save ${n}`)
      }
      const said = (await product.own('GET', '/api/publishing')).json
      const met = await watch.stop()
      const pages = new Set([...met.bodies.keys()].map(numberless))
      return [
        atLeast('saves', saves, saves),
        none('saves refused', refused),
        none('saves after which the page was not the newest good one', late),
        atLeast('revisions that visitors saw', met.bodies.size, 50),
        none('visits that got no whole revision', [...pages].slice(1)),
        none('failures not told to the owner', said.failure ? [] : [JSON.stringify(said)]),
        ...pageFigures(met),
      ]
    }),
}
