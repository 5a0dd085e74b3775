import type { Page } from 'playwright-core'
import type { CvVariant } from '../src/model/cv/variant.ts'
import { startSmtp, type TestSmtp } from '../tests/support/smtp-server.ts'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'
import { formOf } from './owners/first-hour.ts'
import { type MouseHands, withMouse } from './owners/hands.ts'

const waitMs = 30_000
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

interface Entry {
  id: string
  version: number
  status: string
  data: Record<string, unknown>
}

/** A site in use: its owner's windows, and what scripts and visitors see of it. */
interface SiteInUse {
  url: string
  smtp: TestSmtp
  /** Hands of the owner, who begins at her bookmark or on the page. */
  open(path: string, viewport?: typeof desk): Promise<MouseHands>
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** Publishes a change of the first entry, by the owner or by a script with her token: History tells them apart. Resolves to the entry. */
  change(collection: string, data: object, by?: 'owner' | 'script'): Promise<Entry>
  entries(collection: string): Promise<Entry[]>
  page(path?: string): Promise<string>
}

/** One task from its start to its outcome, which it looks for itself. Resolves to the hands that did it. */
type Task = (site: SiteInUse) => Promise<MouseHands>

/** Waits until a look at the outcome finds it. */
const until = async (what: string, look: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + waitMs; !(await look()); ) {
    if (Date.now() > deadline) throw new Error(`Not so in time: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 100)) // until it is
  }
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const rowOf = (page: Page, title: unknown) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: String(title), exact: true }) })

const wrong = 'the old tramway depoot'

/** She reads her page on the phone and sees a wrong letter. */
const typo: Task = async (site) => {
  await site.change('educations', { about: `I learned in ${wrong}.` })
  const hands = await site.open('/', phone)
  const { page, press } = hands
  const text = page.getByText(wrong)
  await text.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await press(page.getByRole('link', { name: 'Edit this site' }).last())
  await hands.mend(formOf(hands).field('About'), 'depoot', 'depot')
  await press(formOf(hands).button('Publish'))
  await until('the word is right', async () => (await site.page()).includes('the old tramway depot.'))
  return hands
}

/** Two projects change places. */
const swap: Task = async (site) => {
  const [first, second] = await site.entries('projects')
  const hands = await site.open('/admin')
  await hands.press(formOf(hands).menu('Portfolio'))
  await hands.drag(
    hands.page.getByRole('button', { name: `Move ${second?.data.title}` }),
    hands.page.getByRole('button', { name: `Move ${first?.data.title}` }),
  )
  await until('they have changed places', async () => (await site.entries('projects'))[0]?.id === second?.id)
  return hands
}

/** A project is to be seen no longer. */
const hide: Task = async (site) => {
  const project = (await site.entries('projects'))[2]
  const hands = await site.open('/admin')
  await hands.press(formOf(hands).menu('Portfolio'))
  await hands.press(rowOf(hands.page, project?.data.title).getByRole('button', { name: 'Unpublish' }))
  await until('it is gone', async () => !(await site.page()).includes(`/projects/${project?.data.slug}"`))
  return hands
}

/** Somebody has written, and gets an answer. */
const answer: Task = async (site) => {
  const message = { user_name: 'Emmy', user_email: 'emmy@visitors.example', message: 'Are you free in May?' }
  await site.call('POST', '/messages', message)
  const hands = await site.open('/admin')
  const { page, press, write } = hands
  await press(page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Reply to Emmy' }))
  await write(page.getByRole('textbox', { name: 'Reply to Emmy' }), 'From the tenth on.')
  await press(page.getByRole('button', { name: 'Send reply' }))
  await until('it is sent', async () =>
    site.smtp.received.some(({ to, raw }) => to.join() === message.user_email && raw.includes('From the tenth on.')),
  )
  return hands
}

/** A draft that visitors do not see, for a client. */
const draftForClient = (site: SiteInUse) =>
  site.call<Entry>('POST', '/entries/projects', {
    data: { title: 'Ferry timetable', slug: 'ferry-timetable', body: 'Only reviewers read this.' },
    publish: false,
  })

/** The client sees a draft by a link. */
const preview: Task = async (site) => {
  await draftForClient(site)
  const hands = await site.open('/admin')
  const { page, press } = hands
  await press(page.getByRole('button', { name: '1 change not yet visible' }))
  await press(page.getByRole('button', { name: 'Copy link for review' }))
  await page.getByText('Link created and copied').waitFor()
  await showsDraft(page)
  return hands
}
const showsDraft = (page: Page) =>
  until('the link shows the draft', async () =>
    (await (await fetch(await copied(page))).text()).includes('Only reviewers read this.'),
  )

/** Another accent. */
const accent: Task = async (site) => {
  const hands = await site.open('/admin')
  const { page, press } = hands
  await press(formOf(hands).menu('Look'))
  await press(page.getByText('Moss', { exact: true }))
  await press(formOf(hands).button('Publish'))
  await until('the page has it', async () => (await site.page()).includes('--accent:light-dark(#316c2b,#85c76d)'))
  return hands
}

/** A service is deleted by mistake. */
const deleteAndBack: Task = async (site) => {
  const before = await site.entries('services')
  const hands = await site.open('/admin')
  const { page, press } = hands
  await press(formOf(hands).menu('Service'))
  await press(rowOf(page, before[0]?.data.title).getByRole('button', { name: 'Delete' }))
  await until('it is gone', async () => (await site.entries('services')).length === before.length - 1)
  await press(page.getByRole('button', { name: 'Undo' }))
  await until('it is back in its place', async () => (await site.entries('services'))[0]?.id === before[0]?.id)
  return hands
}

/** A text that was changed three times, two of them for the worse. */
const changedThrice = async (site: SiteInUse) => {
  for (const [text, by] of [
    ['The second text of three.', 'script'],
    ['The third, for the worse.', 'owner'],
    ['The last, and no better.', 'script'],
  ] as const)
    await site.change('services', { text }, by)
  await until('the page has the last', async () => (await site.page()).includes('and no better.'))
}
const hasSecond = (site: SiteInUse) =>
  until('the page has the text before', async () => (await site.page()).includes('The second text of three.'))

/** A text as it was two changes ago. */
const earlier: Task = async (site) => {
  await changedThrice(site)
  const hands = await site.open('/admin')
  const { page, press } = hands
  await press(formOf(hands).menu('History'))
  const item = page.locator('.change-item').nth(2)
  await press(item.getByRole('button', { name: 'Restore this version' }))
  await press(formOf(hands).button('Publish'))
  await hasSecond(site)
  return hands
}

const talks = [
  ['2023', 'Forms that forgive', 'Lisbon'],
  ['2025', 'A timetable is an interface', 'Porto'],
  ['2026', 'Small is a feature', 'Oslo'],
]
const talksTable = `<table>${talks.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
const hasTalks = (site: SiteInUse) =>
  until('the page has the talks', async () => {
    const page = await site.page()
    return talks.every(([, title]) => page.includes(title ?? ''))
  })

/** A list of talks, which stand in a document. */
const newList: Task = async (site) => {
  const hands = await site.open('/admin')
  const { press, paste } = hands
  const { link, menu, field, button } = formOf(hands)
  await press(menu('Lists'))
  await press(link('Talks'))
  await paste(field('Year'), talksTable)
  await press(button('Publish'))
  await hasTalks(site)
  return hands
}

const hasVariant = async (site: SiteInUse, page: Page) => {
  const { variants } = await site.call<{ variants: CvVariant[] }>('GET', '/cv-variants')
  const [{ urls } = { urls: undefined }] = variants
  if (!urls || (await copied(page)) !== urls.pdf) throw new Error('No link to the PDF was copied.')
  await until('it leaves the project out', async () => !(await (await fetch(urls.txt)).text()).includes('Tideline'))
  const pdf = Buffer.from(await (await fetch(urls.pdf)).arrayBuffer())
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('There is no PDF.')
}

/** A CV for one application, without one project, and its link. */
const cvVariant: Task = async (site) => {
  const hands = await site.open('/admin')
  const { page, press, write } = hands
  await press(formOf(hands).menu('CV'))
  await write(page.getByLabel('Title of a new variant'), 'Designer at Nordlicht')
  await press(page.getByRole('button', { name: 'Create the variant' }))
  await press(page.getByRole('checkbox', { name: /^Tideline/ }))
  await press(page.getByRole('button', { name: 'Save and copy link' }))
  await page.getByText('Variant saved').waitFor()
  await hasVariant(site, page)
  return hands
}

/** Tasks of an ordinary week, each the shortest way of an owner who knows the screens, with its presses before. */
const week: Record<string, { task: Task; before: number }> = {
  'a typo on the phone': { task: typo, before: 6 },
  'two projects change places': { task: swap, before: 2 },
  'a project is hidden': { task: hide, before: 3 },
  'a message is answered': { task: answer, before: 4 },
  'a draft is shown to a client': { task: preview, before: 4 },
  'another accent': { task: accent, before: 4 },
  'a service is deleted and comes back': { task: deleteAndBack, before: 3 },
  'a text as it was two changes ago': { task: earlier, before: 4 },
  'a list of three talks': { task: newList, before: 6 },
  'a CV for one application': { task: cvVariant, before: 7 },
}

const siteInUse = async (product: OwnedProduct, smtp: TestSmtp, windowOf: (viewport: typeof desk) => Promise<Page>) => {
  const owner = { cookie: `${product.cookie.name}=${product.cookie.value}` }
  const send = async <T>(method: string, path: string, body: object | undefined, headers: object): Promise<T> => {
    const response = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { origin: product.url, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const call: SiteInUse['call'] = (method, path, body) => send(method, path, body, owner)
  const site: SiteInUse = {
    url: product.url,
    smtp,
    call,
    change: async (collection, data, by = 'owner') => {
      const [first] = await site.entries(collection)
      return send(
        'PATCH',
        `/entries/${collection}/${first?.id}`,
        { data, publish: true },
        {
          'if-match': `"${first?.version}"`,
          ...(by === 'owner' ? owner : { authorization: `Bearer ${product.token}` }),
        },
      )
    },
    entries: async (collection) =>
      (await call<{ entries: Entry[] }>('GET', `/entries/${collection}?limit=200`)).entries,
    page: async (path = '/') => (await fetch(product.url + path)).text(),
    open: async (path, viewport = desk) => {
      const page = await windowOf(viewport)
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      return withMouse(page)
    },
  }
  return site
}

/** Presses of each task, on a site with the samples; why, where a task could not be done. */
const pressesOf = async (all: Record<string, Task>): Promise<Map<string, number | Error>> => {
  const [browser, smtp] = [await launch(), await startSmtp()]
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'site@vitrine.example' }
  const product = await startOwned(0, undefined, mail)
  const presses = new Map<string, number | Error>()
  try {
    for (const [name, task] of Object.entries(all)) {
      const site = await siteInUse(product, smtp, async (viewport) => {
        const context = await browser.newContext({ baseURL: product.url, viewport, hasTouch: viewport === phone })
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await context.addCookies([{ ...product.cookie, url: product.url }])
        const page = await context.newPage()
        page.setDefaultTimeout(waitMs)
        // As signing in leaves it, once the welcome was read.
        await page.addInitScript(() => localStorage.setItem('vitrine.user', '{"name":"Ada","role":"owner"}'))
        return page
      })
      const outcome = await task(site).catch((error: Error) => error)
      presses.set(name, outcome instanceof Error ? outcome : outcome.effort.presses)
      for (const context of browser.contexts()) await context.close()
    }
  } finally {
    await browser.close()
    await product.stop()
    await smtp.close()
  }
  return presses
}

/** Presses of an owner’s ordinary tasks, next to those of the version before they were looked at. */
export const ordinaryWeek = async (): Promise<Bench> => {
  const presses = await pressesOf(Object.fromEntries(Object.entries(week).map(([name, { task }]) => [name, task])))
  const figures = Object.entries(week).map(([name, { before }]): Figure => {
    const value = presses.get(name)
    return value instanceof Error
      ? { name, value: undefined, unit: 'count', note: value.message }
      : { name, value, unit: 'count', goal: { atMost: before }, note: `${before} before` }
  })
  const sum = (numbers: readonly (number | undefined)[]) =>
    numbers.reduce<number>((all, one = Number.NaN) => all + one, 0)
  const before = sum(Object.values(week).map((one) => one.before))
  const all: Figure = {
    name: 'all ten',
    value: sum(figures.map(({ value }) => value)),
    unit: 'count',
    goal: { atMost: Math.floor((before * 2) / 3) },
    note: `${before} before; the goal is a third less`,
  }
  return {
    title: 'An ordinary week',
    method:
      'Ten tasks on the site with the samples, each the shortest way of an owner who knows the screens: from the first screen of the admin at ' +
      '1280 × 800, the typo from the page on a phone, 390 wide. Presses are counted as those of new owners; a drag is one. The outcome is looked ' +
      'for on the page, by the API, in the mail server, behind the copied link and as PDF. *Before* is version d9a458f5 of 2026-11-26, in which ' +
      'the same tasks were done the same way, with its own labels. `npm run bench -- week`',
    figures: [...figures, all],
  }
}
