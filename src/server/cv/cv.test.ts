import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { cvPaths } from '../../model/cv/cv.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { identityOf } from '../snapshots/snapshots.ts'
import { createCvFiles } from './cv.ts'
import type { MakeCvForm } from './cv-forms.ts'

const by = 'owner'

describe('the CV of a site', () => {
  let site: LiveSite
  beforeAll(async () => {
    site = await startLiveSite()
    const { entries } = site.services
    const [example] = exampleContent().experiences
    if (!example) throw new Error('There is no example.')
    const { id: _, order: __, ...job } = example
    await entries.create('experiences', { ...job, name: 'Published job' }, { by })
    await site.services.publisher.idle()
  })
  afterAll(() => site.stop())

  const publish = async () => {
    await site.services.publisher.idle()
    site.services.publisher.changed()
    await site.services.publisher.idle()
  }

  it.each(cvPaths)('is served at %s like a page: typed, tagged, encoded, without a body for HEAD', async (path) => {
    const whole = await site.ask(path)
    expect(whole.status).toBe(200)
    expect(whole.body.length).toBeGreaterThan(20)
    const { etag = '', 'content-type': type } = whole.headers
    expect(type).toBeDefined()
    expect(whole.headers['cache-control']).toContain('max-age=0')
    expect((await site.ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await site.ask(path, { method: 'HEAD' })
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(whole.body.length)])
    expect((await site.ask(path, { method: 'POST' })).status).toBe(405)
  })

  it('is compressed for who takes it', async () => {
    const { headers } = await site.ask('/cv.json', { headers: { 'Accept-Encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
  })

  it('is downloaded under the owner’s name and runs nothing', async () => {
    const { headers, body } = await site.ask('/cv.pdf')
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['content-disposition']).toContain('attachment; filename="Your name')
  })

  it('says what is published and nothing of a draft or a deleted entry, in the text and as JSON', async () => {
    const { entries } = site.services
    const { entries: list } = await entries.list('experiences', { limit: 1 })
    const [job] = list
    if (!job) throw new Error('There is no job.')
    await entries.update('experiences', job.id, { name: 'Secret draft' }, { by, version: job.version, publish: false })
    await publish()
    for (const path of ['/cv.txt', '/cv.json']) {
      const { text } = await site.ask(path)
      expect(text).toContain('Published job')
      expect(text).not.toContain('Secret draft')
    }
    await entries.remove('experiences', job.id, { by })
    await publish()
    // A form that takes longer is the last one, until it is made.
    for (const path of ['/cv.txt', '/cv.json'])
      await expect.poll(async () => (await site.ask(path)).text).not.toContain('Published job')
  })

  it('is not there when the owner wants none', async () => {
    const { settings } = site.services
    const { version } = await settings.get()
    await settings.update({ cvFiles: false }, { by, version })
    await publish()
    for (const path of cvPaths) expect([path, (await site.ask(path)).status]).toEqual([path, 404])
  })
})

describe('a form of the CV', () => {
  const { log: silent } = keptLog()
  const open = (make: MakeCvForm) => {
    let content: Content = exampleContent()
    const files = createCvFiles({
      content: () => content,
      publicUrl: 'https://mira.example',
      themes: [],
      make,
      security: [],
      log: silent,
    })
    const rename = (name: string) => {
      content = { ...content, settings: { ...content.settings, name } }
      files.changed()
    }
    const read = async () => identityOf((await files.load('/cv.pdf')) as never).toString()
    return { files, rename, read }
  }
  const saysName: MakeCvForm = async (_, { document }) => ({ bytes: Buffer.from(document.name) })

  it('is made once for the same CV, and again for another', async () => {
    const make = vi.fn(saysName)
    const { files, rename, read } = open(make)
    expect(await Promise.all([read(), read()])).toEqual(['Mira Solberg', 'Mira Solberg'])
    expect(make).toHaveBeenCalledTimes(1)
    expect(identityOf(files.ready('/cv.pdf') as never).toString()).toBe('Mira Solberg')
    rename('Ada')
    expect(files.ready('/cv.pdf')).toBeUndefined()
    expect(await read()).toBe('Ada')
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('stays as it was when the next one fails, which is not tried again at each visit', async () => {
    let fails = false
    const make = vi.fn<MakeCvForm>((path, source) =>
      fails ? Promise.reject(new Unavailable('The process ended.')) : saysName(path, source),
    )
    const { files, rename, read } = open(make)
    await read()
    fails = true
    rename('Ada')
    expect(await read()).toBe('Mira Solberg')
    expect(identityOf(files.ready('/cv.pdf') as never).toString()).toBe('Mira Solberg')
    expect(files.status().failure).toBe('The process ended.')
    expect(make).toHaveBeenCalledTimes(2)
    fails = false
    rename('Grace')
    expect(await read()).toBe('Grace')
    expect(files.status().failure).toBeNull()
  })

  it('fails for who asks while there never was one', async () => {
    const { read } = open(() => Promise.reject(new Unavailable('The process ended.')))
    await expect(read()).rejects.toThrow('The process ended.')
    await expect(read()).rejects.toThrow('The process ended.')
  })

  it('is made after a publish by itself once it is followed', async () => {
    const make = vi.fn(saysName)
    const { files, rename } = open(make)
    rename('Ada')
    files.follow()
    rename('Grace')
    for (const path of cvPaths)
      await expect.poll(() => files.ready(path) && identityOf(files.ready(path) as never).toString()).toBe('Grace')
    expect(make).toHaveBeenCalledTimes(cvPaths.length)
    files.close()
  })
})
