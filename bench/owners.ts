import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startProduct } from '../tests/support/product.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { consult, firstCase, rhea, rheaMade } from './owners/consultant.ts'
import { type Findings, findingsOn, type Made, takePictures } from './owners/finished-site.ts'
import { introduce, type Owner } from './owners/first-hour.ts'
import { type Hands, withKeys, withMouse } from './owners/hands.ts'
import { firstProject, illustrate, ines, inesMade, pictureCount } from './owners/illustrator.ts'
import { drawPictures, type Picture, ratiosOf } from './owners/pictures.ts'

// The keystroke-level model of Card, Moran and Newell: a moment to think, to point and to press; an average typist.
const pressSeconds = 1.35 + 1.1 + 0.2
const keySeconds = 0.28
const waitMs = 120_000

interface Drive {
  name: string
  locale: string
  presses: number
  owner: Owner
  made: Made
  finish(hands: Hands, said: string): Promise<void>
  /** One project with all that it has. */
  first(hands: Hands): Promise<void>
}

/** An empty site, and a window of its future owner. What the browser complains of is noted. */
const onNewSite = async <T>(
  browser: Browser,
  locale: string,
  run: (page: Page, said: string, url: string) => Promise<T>,
) => {
  const product = await startProduct({ empty: true, env: { LIMITS: 'off' } })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(waitMs)
    return await run(page, product.said(), product.url)
  } finally {
    await context.close()
    await product.stop()
  }
}

const whole = (browser: Browser, { name, locale, made, finish }: Drive, pictures: string | undefined) =>
  onNewSite(browser, locale, async (page, said, url) => {
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    const hands = withMouse(page)
    const started = performance.now()
    await finish(hands, said)
    const seconds = (performance.now() - started) / 1000
    const { drafts } = (await (await page.request.get(`${url}/api/drafts`)).json()) as { drafts: { title: string }[] }
    const findings = await findingsOn(browser, url, made)
    if (pictures) await takePictures(browser, url, pictures, name)
    return { effort: hands.effort, seconds, drafts: drafts.map(({ title }) => title), findings, complaints }
  })

/** The guided start and a first project with its pictures, without a mouse. Resolves to the acts after which the focus was lost. */
const byKeys = (browser: Browser, { locale, owner, first }: Drive) =>
  onNewSite(browser, locale, async (page, said) => {
    const hands = withKeys(page)
    await introduce(hands, said, owner)
    await first(hands)
    return hands.lost
  })

const none = (name: string, found: readonly string[]): Figure => ({
  name,
  value: found.length,
  unit: 'count',
  goal: { atMost: 0 },
  ...(found.length > 0 && { note: found.slice(0, 5).join('; ') }),
})

const figuresOf = async (browser: Browser, drive: Drive, pictures: string | undefined): Promise<Figure[]> => {
  const { effort, seconds, drafts, findings, complaints } = await whole(browser, drive, pictures)
  const { lostPictures, lostTexts, untrue }: Findings = findings
  const called = (what: string) => `${drive.name}: ${what}`
  return [
    { name: called('presses'), value: effort.presses, unit: 'count', goal: { atMost: drive.presses } },
    {
      name: called('time in the admin'),
      value: effort.presses * pressSeconds + effort.keys * keySeconds,
      unit: 'seconds',
      goal: { atMost: 900 },
      note: `${effort.keys} keys; the script took ${seconds.toFixed(0)} s`,
    },
    none(called('pictures lost'), lostPictures),
    none(called('texts lost'), lostTexts),
    none(called('words of the samples, and untrue ones'), untrue),
    none(called('drafts left'), drafts),
    none(called('warnings and errors of the browser'), complaints),
    none(called('acts by keyboard alone that lost the focus'), await byKeys(browser, drive)),
  ]
}

const drivesWith = (pictures: readonly Picture[], [portrait]: readonly Picture[]): Drive[] => {
  const file = portrait?.file ?? ''
  const illustrator: Owner = { ...ines, portrait: { file, description: 'Inès Delorme dans son atelier' } }
  const consultant: Owner = { ...rhea, portrait: { file, description: 'Rhea Lindqvist' }, isShy: true }
  return [
    {
      ...{ name: 'the illustrator', locale: 'fr-FR', presses: 80, owner: illustrator, made: inesMade(pictures) },
      finish: (hands, said) => illustrate(hands, said, illustrator, pictures),
      first: (hands) => firstProject(hands, pictures),
    },
    {
      ...{ name: 'the consultant', locale: 'en-GB', presses: 100, owner: consultant, made: rheaMade },
      finish: (hands, said) => consult(hands, said, consultant),
      first: firstCase,
    },
  ]
}

/** Two new owners who make their sites by the screens of the admin alone. With `pictures`, a folder, pictures of the sites are left there. */
export const owners = async ({ pictures: kept }: { pictures?: string | undefined }): Promise<Bench> => {
  const [browser, folder] = [await launch(), await mkdtemp(path.join(tmpdir(), 'vitrine-owners-'))]
  if (kept) await mkdir(kept, { recursive: true })
  const figures: Figure[] = []
  try {
    const pictures = await drawPictures(folder, 'planche', ratiosOf(pictureCount))
    const drives = drivesWith(pictures, await drawPictures(folder, 'portrait', [0.8]))
    for (const drive of drives) figures.push(...(await figuresOf(browser, drive, kept)))
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    title: 'New owners',
    method:
      'Two owners, each from `npm start -- --empty` to a finished site by the screens alone: an illustrator with a French page, nine projects, ' +
      'three categories and 20 pictures of ratios from 1:3 to 4:1; a consultant with four case studies of text, code and figures, twelve years of CV, ' +
      'five talks and no picture. Every press of the mouse counts, also the one that puts the focus into a field; a native list counts two, the ' +
      'system’s dialog for files one. Keys only type and paste. Time: 2.65 s a press, 0.28 s a key. Then everything is looked for on the public ' +
      'pages. The guided start and a first project also without a mouse. `npm run bench -- owners`',
    figures,
  }
}
