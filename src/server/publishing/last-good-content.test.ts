import { afterEach, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { readMeta, shownPagesKey } from '../db/database.ts'
import { createLastGood } from './content.ts'
import { createSnapshots } from './page-snapshots.ts'
import { createPublisher, type Publisher } from './publisher.ts'

const { log } = keptLog()
const contentOf = (version: number, name: string, skills: Content['skills'] = []): Content => {
  const content = emptyContent()
  return { ...content, version, skills, settings: { ...content.settings, name } }
}
const page = (path: string, body: string): Page => ({ path, status: 200, type: 'text/html', body, styles: [] })

onOneDatabase('The last good content', (store) => {
  const running: Publisher[] = []
  afterEach(() => {
    for (const publisher of running.splice(0)) publisher.close()
  })

  /** A process that reads this content, or cannot, and whose page is a name and skills unless one of them is `bad`. */
  const start = async (read: () => Content) => {
    const snapshots = createSnapshots()
    const lastGood = createLastGood(store().database)
    const publisher = createPublisher({
      site: {
        pages: ({ settings, skills }) => {
          const text = [settings.name, ...skills.map(({ name }) => name)].join(', ')
          if (text.includes('bad')) throw new Error('It broke.')
          return [page('/', text)]
        },
        cards: () => [],
        testimonialPage: () => page('/', ''),
        sentPage: () => page('/', ''),
        sharedDraft: () => page('/', ''),
        refusedMessage: () => page('/', ''),
      },
      read: async () => read(),
      snapshots,
      headers: () => [],
      log,
      lastGood,
    })
    running.push(publisher)
    publisher.changed()
    await publisher.idle()
    return {
      publisher,
      shown: () => snapshots.current.get('/')?.answers[3]?.body.toString(),
      stop: () => lastGood.close(),
    }
  }

  it('is none, and so are the pages, on a first start whose content cannot be rendered', async () => {
    const { publisher, shown } = await start(() => contentOf(1, 'bad'))
    expect([shown(), publisher.pages(), publisher.status().failure]).toEqual([undefined, 'none', 'It broke.'])
  })

  it('is shown after a restart when the newest cannot be rendered, or not be read', async () => {
    const first = await start(() => contentOf(2, 'Good'))
    expect([first.shown(), first.publisher.pages()]).toEqual(['Good', 'fresh'])
    await first.stop()
    const second = await start(() => contentOf(3, 'bad'))
    expect([second.shown(), second.publisher.pages()]).toEqual(['Good', 'stale'])
    expect(second.publisher.status().failure).toBe('The settings cannot be shown: It broke.')
    await second.stop()
    const third = await start(() => {
      throw new Error('Not to be read.')
    })
    expect([third.shown(), third.publisher.pages()]).toEqual(['Good', 'stale'])
  })

  it('is never overwritten by content that cannot be rendered, nor by what is older', async () => {
    const skills = [{ id: 'a', order: 1, name: 'bad', percent: 1 }]
    const first = await start(() => contentOf(5, 'Newer', skills))
    expect(first.shown()).toBe('Newer')
    expect(first.publisher.withheld()).toEqual([
      { collection: 'skills', entry: 'a', reason: 'Skill “bad” cannot be shown: It broke.' },
    ])
    await first.stop()
    const late = createLastGood(store().database)
    late.keep(4, () => JSON.stringify({ settings: {} }))
    await late.close()
    expect(await createLastGood(store().database).read()).toMatchObject({ version: 5, skills: [] })
  })

  it('has a note of what is shown of the newest, for the version that comes after this one', async () => {
    const first = await start(() => contentOf(6, 'Whole', [{ id: 'a', order: 1, name: 'bad', percent: 1 }]))
    await first.stop()
    const note = () => readMeta(store().database.kysely, shownPagesKey)
    expect(await note()).toBe('stale')
    const second = await start(() => contentOf(7, 'Whole'))
    await second.stop()
    expect(await note()).toBe('fresh')
  })

  it('is followed by the newest as soon as that is mended', async () => {
    let name = 'bad'
    const { publisher, shown } = await start(() => contentOf(6, name))
    name = 'Mended'
    publisher.changed()
    await publisher.idle()
    expect([shown(), publisher.pages(), publisher.withheld(), publisher.status().failure]).toEqual([
      'Mended',
      'fresh',
      [],
      undefined,
    ])
  })

  it('of an earlier version has the fields and collections that came since, and no private ones', async () => {
    const { certificates: _, lists: ___, ...older } = contentOf(9, 'Older')
    const { highlights: __, ...job } = exampleContent().experiences[0] ?? {}
    const { feedback } = exampleContent().testimonials[0] ?? {}
    const lists = { experiences: [job], testimonials: [{ feedback }] }
    const lastGood = createLastGood(store().database)
    lastGood.keep(9, () => JSON.stringify({ ...older, ...lists }))
    await lastGood.close()
    const read = await lastGood.read()
    expect(read).toMatchObject({ version: 9, certificates: [], lists: [], experiences: [{ ...job, highlights: [] }] })
    expect(read?.testimonials[0]).not.toHaveProperty('email')
  })
})
