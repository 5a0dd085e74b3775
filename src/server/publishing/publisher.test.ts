import { afterEach, expect, test } from 'vitest'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { collectionNames } from '../../model/content/collections.ts'
import type { Page, Site } from '../../model/publishing/page.ts'
import type { Content, PublishedCollections } from '../../model/publishing/published-content.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { encodings, type Snapshot } from '../snapshots/snapshots.ts'
import { type DrawnTexts, noTexts } from './drawn-texts.ts'
import { createSnapshots } from './page-snapshots.ts'
import { createPublisher, type Publisher } from './publisher.ts'

const contentOf = (version: number, name = `Revision ${version}`): Content => ({
  version,
  settings: { ...emptySettings, name },
  ...(Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as PublishedCollections),
  media: {},
})

const page = (path: string, body: string): Page => ({
  path,
  status: 200,
  type: 'text/html; charset=utf-8',
  body,
  styles: [],
})
const text = (snapshot: Snapshot | undefined) => snapshot?.answers[3]?.body.toString()

let publisher: Publisher | undefined
afterEach(() => publisher?.close())

const setUp = (pages: Site['pages'], read: () => Promise<Content>, texts: DrawnTexts = noTexts) => {
  const { lines, log } = keptLog()
  const snapshots = createSnapshots()
  const none = () => page('/', '')
  const site: Site = {
    pages,
    cards: () => [],
    sharedDraft: none,
    refusedMessage: none,
    testimonialPage: none,
    sentPage: none,
  }
  publisher = createPublisher({ site, read, snapshots, headers: () => [], log, texts })
  return { publisher, snapshots, lines }
}

/** Two addresses that say the same revision, parted by an await of the publisher's. */
const twoPages = (content: Content) => [page('/', content.settings.name), page('/all', content.settings.name)]

test('publishes every page of the site, and the content as data', async () => {
  const { publisher, snapshots } = setUp(twoPages, async () => contentOf(3))
  publisher.changed()
  await publisher.idle()
  expect([...snapshots.paths()]).toEqual(['/', '/all', '/api/content'])
  expect(JSON.parse(snapshots.deferred.get('/api/content')?.body ?? '')).toEqual(contentOf(3))
  expect(publisher.status()).toEqual({ version: 3, failure: undefined })
})

test('makes the JSON of all content only when somebody asks for it, and once', async () => {
  let made = 0
  const skill = { id: 'a', order: 1, name: 'React', percent: 90 }
  const counted = {
    ...skill,
    toJSON: () => {
      made += 1
      return skill
    },
  }
  let content = { ...contentOf(1), skills: [counted] }
  const { publisher, snapshots } = setUp(twoPages, async () => content)
  for (const version of [1, 2, 3]) {
    content = { ...contentOf(version), skills: [counted] }
    publisher.changed()
    await publisher.idle()
  }
  expect([text(snapshots.current.get('/')), made]).toEqual(['Revision 3', 0])
  expect(JSON.parse(publisher.written()).skills).toEqual([skill])
  expect(JSON.parse(snapshots.deferred.get('/api/content')?.body ?? '')).toMatchObject({ version: 3, skills: [skill] })
  expect(made).toBe(1)
})

test('makes one publish of the changes of one moment', async () => {
  let reads = 0
  const { publisher } = setUp(twoPages, async () => {
    reads += 1
    return contentOf(reads)
  })
  for (let i = 0; i < 100; i++) publisher.changed()
  await publisher.idle()
  expect(reads).toBe(1)
})

test('publishes once more for a change that comes while it publishes', async () => {
  let version = 1
  const { publisher, snapshots } = setUp(
    function* (content) {
      if (version === 1) {
        version = 2
        publisher.changed()
      }
      yield* twoPages(content)
    },
    async () => contentOf(version),
  )
  publisher.changed()
  await publisher.idle()
  expect(text(snapshots.current.get('/'))).toBe('Revision 2')
})

test('keeps the snapshot of a page whose text did not change', async () => {
  let version = 1
  const { publisher, snapshots } = setUp(
    (content) => [page('/', content.settings.name), page('/still', 'always the same')],
    async () => contentOf(version),
  )
  publisher.changed()
  await publisher.idle()
  const before = snapshots.current
  version = 2
  publisher.changed()
  await publisher.idle()
  expect(snapshots.current.get('/still')).toBe(before.get('/still'))
  expect(snapshots.current.get('/')).not.toBe(before.get('/'))
})

test('renders nothing when only the version went up, and still tells it', async () => {
  let version = 1
  let renders = 0
  const { publisher, snapshots } = setUp(
    (content) => {
      renders += 1
      return twoPages(content)
    },
    async () => contentOf(version, 'Same'),
  )
  await publisher.published(1)
  version = 2
  expect(await publisher.published(2)).toEqual({ version: 2, failure: undefined })
  expect(renders).toBe(1)
  expect(JSON.parse(snapshots.deferred.get('/api/content')?.body ?? '').version).toBe(2)
})

test('shows one whole revision at any moment of 1,000 saves, though a section throws in many of them', async () => {
  let version = 0
  const { publisher, snapshots } = setUp(
    function* (content) {
      yield page('/', content.settings.name)
      if (content.version % 3 === 0) throw new Error('The section broke.')
      yield page('/all', content.settings.name)
    },
    async () => contentOf(version),
  )
  version = 1
  publisher.changed()
  await publisher.idle()
  const torn: string[] = []
  const seen = new Set<string>()
  let saving = true
  const visitor = async () => {
    while (saving) {
      const now = snapshots.current
      const [home, all] = [text(now.get('/')), text(now.get('/all'))]
      if (home !== all || !home) torn.push(`${home} beside ${all}`)
      else seen.add(home)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const visiting = visitor()
  for (let save = 0; save < 1000; save++) {
    version += 1
    publisher.changed()
    if (save % 4 === 0) await publisher.idle()
    else await new Promise((resolve) => setImmediate(resolve))
  }
  await publisher.idle()
  saving = false
  await visiting
  expect(torn).toEqual([])
  expect(seen.size).toBeGreaterThan(100)
  expect(seen).not.toContain('Revision 3')
})

test('keeps the last good pages when a section throws, says so once, and mends itself at the next change', async () => {
  let broken = false
  let version = 1
  const { publisher, snapshots, lines } = setUp(
    (content) => {
      if (broken) throw new Error('The section broke.')
      return twoPages(content)
    },
    async () => contentOf(version),
  )
  await publisher.published(1)
  broken = true
  version = 2
  expect(await publisher.published(2)).toEqual({ version: 1, failure: 'The section broke.' })
  version = 3
  await publisher.published(3)
  expect(text(snapshots.current.get('/'))).toBe('Revision 1')
  expect(lines.filter((line) => line.includes('The section broke.'))).toHaveLength(1)
  broken = false
  publisher.changed()
  await publisher.idle()
  expect(text(snapshots.current.get('/'))).toBe('Revision 3')
  expect(publisher.status()).toEqual({ version: 3, failure: undefined })
})

test('shows markup that comes late also while an entry is withheld', async () => {
  let markup = 'plain'
  let late = () => {}
  const bad = { id: 'bad', order: 1, name: 'Bad', percent: null }
  const { publisher, snapshots } = setUp(
    (content) => {
      if (content.skills.length > 0) throw new Error('The entry broke.')
      return [page('/', markup)]
    },
    async () => ({ ...contentOf(1), skills: [bad] }),
    {
      ...noTexts,
      onLate: (listener) => {
        late = listener
      },
    },
  )
  await publisher.published(1)
  expect([publisher.withheld().length, text(snapshots.current.get('/'))]).toEqual([1, 'plain'])
  markup = 'drawn'
  late()
  await publisher.idle()
  expect([publisher.withheld().length, text(snapshots.current.get('/'))]).toEqual([1, 'drawn'])
})

test('tries again by itself when the content could not be read', async () => {
  let away = true
  const { publisher, snapshots } = setUp(twoPages, async () => {
    if (away) throw new Error('The database is away.')
    return contentOf(1)
  })
  expect(await publisher.published(1)).toEqual({ version: 0, failure: 'The database is away.' })
  expect(snapshots.current.size).toBe(0)
  away = false
  await expect.poll(() => snapshots.current.size).toBe(2)
})

test('refuses two pages at one address rather than let one hide the other', async () => {
  const { publisher } = setUp(
    () => [page('/', 'one'), page('/', 'two')],
    async () => contentOf(1),
  )
  publisher.changed()
  await publisher.idle()
  expect(publisher.status().failure).toBe('Two pages claim the address /.')
})

test('comes in zstd at once, in brotli a moment later, and as small as it gets when nobody is saving', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => `word${(i * 7919) % 613}`).join(' ')
  const { publisher, snapshots } = setUp(
    () => [page('/', words)],
    async () => contentOf(1),
  )
  publisher.changed()
  await publisher.idle()
  const size = (encoding: (typeof encodings)[number]) =>
    snapshots.current.get('/')?.answers[encodings.indexOf(encoding)]?.body.length
  expect([size('zstd'), size('br')]).toEqual([expect.any(Number), undefined])
  await expect.poll(() => size('br'), { interval: 5 }).toBeDefined()
  const quick = size('br') ?? 0
  await expect.poll(() => size('br')).toBeLessThan(quick)
  const answer = snapshots.current.get('/')?.answers[0]
  expect(answer?.head.headers[answer.head.headers.indexOf('Content-Length') + 1]).toBe(String(answer?.body.length))
})

test('reads and renders nothing for changes of which visitors see nothing, and tells their version', async () => {
  let version = 4
  const work: string[] = []
  const { publisher, snapshots } = setUp(
    (content) => {
      work.push('rendered')
      return twoPages(content)
    },
    async () => {
      work.push('read')
      return contentOf(version, 'Same')
    },
  )
  publisher.changed()
  await publisher.idle()
  const shown = publisher.content()
  publisher.changed({ first: 5, last: 6, hidden: true })
  expect(await publisher.published(6)).toEqual({ version: 6, failure: undefined })
  expect(JSON.parse(snapshots.deferred.get('/api/content')?.body ?? '').version).toBe(6)
  expect([work, publisher.content()]).toEqual([['read', 'rendered'], shown])
  // One change was missed: visitors may see something of it.
  version = 9
  publisher.changed({ first: 8, last: 9, hidden: true })
  await publisher.published(9)
  expect(work).toEqual(['read', 'rendered', 'read'])
  expect(publisher.content()).toBe(shown)
})
