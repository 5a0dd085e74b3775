import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { exported } from '../../../tests/contract/exported.ts'
import { onOneDatabase, type TestStore } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { by, keepMedia } from '../../../tests/support/media.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { randomBlocks } from '../../../tests/support/random-blocks.ts'
import { sampleMp4 } from '../../../tests/support/sample-video.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import { filledBlocks } from '../../model/blocks/blocks-field.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { kindsByName } from '../../model/blocks/kinds.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { emptySettings } from '../../model/settings/settings.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { contentVersion } from '../journal/journal.ts'
import { createImageProcess } from '../media/image-process.ts'
import { createMedia } from '../media/media.ts'
import { sha256 } from '../process/sha256.ts'
import { createContentReader } from '../publishing/content.ts'
import { createSettings } from '../settings/settings-store.ts'
import { assertUnedited, contentFiles } from './content-files.ts'
import { importContent, readContentFolder } from './import-content.ts'
import { writeExport } from './write-export.ts'

interface Ids {
  images: string[]
  video: string
  testimonial: string
}

/** Blocks of every kind that may be published, with images, videos and testimonials that exist. */
const publishable = (seed: number, { images, video, testimonial }: Ids): Block[] => {
  const random = seededRandom(seed)
  return randomBlocks(random, 40).flatMap((block) => {
    const definition = kindsByName.get(block.kind)
    const data = structuredClone(block) as unknown as Record<string, unknown>
    for (const { path: at, field, value } of leavesOf(definition?.fields ?? {}, data)) {
      if (value === null) continue
      const known = { image: random.pick(images), video, entry: testimonial }
      const keys = at.split('.')
      const holder = keys.slice(0, -1).reduce((one, key) => one[key] as Record<string, unknown>, data)
      if (field.kind in known) holder[keys.at(-1) ?? ''] = Reflect.get(known, field.kind)
    }
    const { success, data: read } = definition?.schema.safeParse(data) ?? { success: false, data: undefined }
    return success ? [read as Block] : []
  })
}

onOneDatabase('Content as a folder', (store, kind) => {
  const kept = keepMedia(store)
  const folders: string[] = []
  const images = createImageProcess()
  let entries: Entries
  let ids: Ids
  let folder: string
  let project: string

  const readerOf = (from: TestStore['database']) =>
    createContentReader({
      db: from,
      entries: createEntries(from),
      settings: createSettings(from),
      media: kept.media(),
    })
  const write = async () => {
    const content = await readerOf(store().database)()
    const { original } = kept.media()
    const warnings: string[] = []
    await writeExport(
      folder,
      contentFiles({ content, original }, (sentence) => warnings.push(sentence)),
    )
    return warnings
  }
  const run = async (options = {}) => {
    const { database } = store()
    return importContent(database, await readContentFolder(folder, database.kysely), options)
  }
  const contentFile = () => path.join(folder, 'content.json')
  const markdown = () => path.join(folder, 'projects', 'tideline.md')
  const edit = async (change: (text: string) => string) =>
    writeFile(markdown(), change(await readFile(markdown(), 'utf8')))
  const blocks = async (): Promise<Block[]> => (await entries.get('projects', project)).data.blocks
  const change = async (data: object, publish = true) =>
    entries.update('projects', project, data, {
      by,
      publish,
      version: (await entries.get('projects', project)).version,
    })
  const refused = async (options = {}): Promise<Record<string, string>> => {
    const before = [await exported(store().database), await contentVersion(store().database.kysely)]
    const error = await run(options).then(
      () => new Error('It was imported.'),
      (one: Error) => one,
    )
    expect([await exported(store().database), await contentVersion(store().database.kysely)]).toEqual(before)
    return (error as Error & { problems: Record<string, string> }).problems
  }

  /** Replaces an original, as an older version has stored it. */
  const storedBefore = async (id: string, bytes: Buffer, type: string) => {
    const { kysely } = store().database
    const name = sql<string>`'original-' || ${id} || '-' || ${sha256(bytes)}`
    const { rendition } = await kysely
      .selectFrom('media')
      .select('rendition')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await kysely
      .updateTable('renditions')
      .set({ original: sha256(bytes), type })
      .where('stem', '=', rendition)
      .execute()
    await kysely.insertInto('blobs').values({ name, media: id, type, bytes, size: bytes.length }).execute()
  }

  beforeAll(async () => {
    const { database } = store()
    entries = createEntries(database)
    await createSettings(database).initialise(emptySettings, { by: 'test' })
    const images = [await kept.uploaded(), await kept.uploaded(), await kept.uploaded()].map(({ id }) => id)
    const video = (await kept.media().upload(sampleMp4('A walk'), { name: 'walk.mp4', by })).id
    const words = {
      fullname: 'Ingrid',
      role: '',
      company: '',
      country: 'Norway',
      show_country: true,
      email: 'i@example.com',
      feedback: 'Good.',
      star: 5,
      image: null,
      relation: '' as const,
      source: '' as const,
      consent: '',
    }
    ids = { images, video, testimonial: (await entries.create('testimonials', words, { by })).id }
    const data = { title: 'Tideline', slug: 'tideline', image: images[0], blocks: publishable(1, ids) }
    project = (await entries.create('projects', data as never, { by })).id
  })
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-content-'))
    folders.push(folder)
  })
  afterAll(() => images.close())
  afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

  it('brings back the same blocks, whatever they say, and unedited changes nothing', async () => {
    for (let seed = 1; seed <= (thorough ? 40 : 12); seed += 1) {
      const wanted = filledBlocks(publishable(seed, ids))
      const empty = { id: 'empty', kind: 'image', image: null }
      await change({ blocks: [...wanted, empty] })
      await write()
      expect(await run(), `seed ${seed}`).toMatchObject({ created: 0, changed: 0 })
      expect(await blocks()).toHaveLength(wanted.length + 1)
      await change({ blocks: [] })
      await run({ replace: true })
      expect(await blocks(), `seed ${seed}`).toEqual(wanted)
      expect((await entries.get('projects', project)).status).toBe('published')
    }
  })

  it('comes whole to another site that has the same images under other ids', async () => {
    await change({ blocks: publishable(7, ids) })
    await write()
    const other = await kind.create()
    try {
      await createSettings(other.database).initialise(emptySettings, { by: 'test' })
      // The email address of a testimonial is private, so that an export does not have it.
      const withEmail = async () => {
        const content = await readContentFolder(folder, other.database.kysely)
        for (const [name, list] of content.lists)
          if (name === 'testimonials') for (const one of list) one.fields = { ...one.fields, email: 'i@example.com' }
        return content
      }
      await expect(importContent(other.database, await withEmail())).rejects.toMatchObject({
        problems: {
          'projects.0.image': expect.stringMatching(/^media\/.+\.png is not in Media\. Upload it there first\.$/),
        },
      })
      const media = createMedia({ database: other.database, images })
      const otherIds = new Map<string, string>()
      for (const name of await readdir(path.join(folder, 'media'))) {
        const uploaded = await media.upload(await readFile(path.join(folder, 'media', name)), { name, by })
        otherIds.set(path.parse(name).name, uploaded.id)
      }
      await importContent(other.database, await withEmail())
      const there = await createEntries(other.database).get('projects', project)
      const wanted = JSON.stringify(await blocks()).replaceAll(/[0-9a-f-]{36}/g, (id) => otherIds.get(id) ?? id)
      expect(there.data.blocks).toEqual(JSON.parse(wanted))
      expect(there.data.image).toBe(otherIds.get(ids.images[0] ?? ''))
    } finally {
      await other.remove()
    }
  })

  it('takes what was edited, also in an editor that ends lines as Windows does, once, and as one act to undo', async () => {
    await change({ blocks: [{ id: 'a', kind: 'text', markdown: 'One.' }] })
    await write()
    const before = await exported(store().database)
    await edit((text) => `\uFEFF${`${text.replace('One.', 'Two.')}\nAdded below.\n`.replaceAll('\n', '\r\n')}`)
    const { changed, changes } = await run()
    expect(changed).toBe(1)
    expect(await blocks()).toMatchObject([
      { id: 'a', markdown: 'Two.' },
      { kind: 'text', markdown: 'Added below.' },
    ])
    expect(await run()).toMatchObject({ changed: 0 })
    await journalOf(store().database).undo(changes[0] as number, { by })
    expect(await exported(store().database)).toBe(before)
  })

  it('never replaces a text that was edited on the site after the export, published or not, unless it is told to', async () => {
    for (const publish of [true, false]) {
      await change({ blocks: [{ id: 'a', kind: 'text', markdown: 'One.' }] })
      await write()
      await edit((text) => text.replace('One.', 'From the file.'))
      await change({ blocks: [{ id: 'a', kind: 'text', markdown: 'From the form.' }] }, publish)
      expect(await refused()).toEqual({
        'projects.0.blocks': expect.stringMatching(/^It was edited here after the export/),
      })
      await run({ replace: true })
      expect(await blocks()).toMatchObject([{ markdown: 'From the file.' }])
    }
  })

  it('is refused where a block cannot be read or an image is not there, and names the place', async () => {
    await change({ blocks: [{ id: 'a', kind: 'image', image: ids.images[0], caption: 'Pier' }] })
    await write()
    const whole = await readFile(markdown(), 'utf8')
    await edit((text) => text.replace('caption:', 'captoin:'))
    expect(await refused()).toEqual({
      'projects/tideline.md': expect.stringContaining('“::: image #a” begins no block'),
    })
    await writeFile(markdown(), whole.replace(ids.images[0] ?? '', 'none'))
    expect(Object.keys(await refused())).toEqual(['projects.0.blocks.0.image'])
    await rm(markdown())
    expect(await refused()).toEqual({ file: expect.stringContaining('ENOENT') })
    const content = path.join(folder, 'content.json')
    await writeFile(content, (await readFile(content, 'utf8')).replace('projects/tideline.md', '../secret.md'))
    expect(Object.keys(await refused())).toEqual(['projects.0.blocks'])
  })

  it('is refused where a file is a link out of the folder, a pipe, a device or too large, and none of them is read', async () => {
    await change({ blocks: [{ id: 'a', kind: 'text', markdown: 'One.' }] })
    await write()
    const outside = await mkdtemp(path.join(tmpdir(), 'vitrine-outside-'))
    folders.push(outside)
    await writeFile(path.join(outside, 'tideline.md'), 'A secret of this machine.\n')
    const into = async (make: () => Promise<unknown>, where = markdown()) => {
      await rm(where, { recursive: true })
      await make()
      return refused()
    }
    const leadsOut = { file: expect.stringMatching(/tideline\.md is a link out of /) }
    const isNoFile = { file: expect.stringContaining('is not a regular file') }
    expect(await into(() => symlink(path.join(outside, 'tideline.md'), markdown()))).toEqual(leadsOut)
    expect(await into(async () => execFileSync('mkfifo', [markdown()]))).toEqual(isNoFile)
    expect(await into(() => symlink('/dev/zero', markdown()))).toEqual(leadsOut)
    expect(await into(() => symlink(outside, path.dirname(markdown())), path.dirname(markdown()))).toEqual(leadsOut)
    await rm(path.join(folder, 'projects'))
    await write()
    expect(await into(() => writeFile(markdown(), 'x'.repeat(2 ** 20 + 1)))).toEqual({
      file: expect.stringContaining('is larger than 1 MB'),
    })
    await write()
    const image = path.join(folder, 'media', `${ids.images[0]}.png`)
    const copy = path.join(outside, 'pier.png')
    await writeFile(copy, await readFile(image))
    const isUnknown = { 'projects.0.image': expect.stringContaining('is not in Media') }
    expect(await into(() => symlink(copy, image), image)).toMatchObject(isUnknown)
    expect(await into(async () => execFileSync('mkfifo', [image]), image)).toMatchObject(isUnknown)
    expect(await into(async () => execFileSync('mkfifo', [contentFile()]), contentFile())).toEqual(isNoFile)
    await rm(contentFile())
    await write()
    await symlink(outside, path.join(folder, 'themes'))
    expect(await refused()).toEqual({ themes: expect.stringContaining('what a link leads to is not read') })
  })

  it('never leads an export out of its folder through a link or into a pipe', async () => {
    await write()
    const outside = await mkdtemp(path.join(tmpdir(), 'vitrine-outside-'))
    folders.push(outside)
    await rm(path.join(folder, 'projects'), { recursive: true })
    await writeFile(path.join(outside, 'tideline.md'), 'Mine.')
    await symlink(outside, path.join(folder, 'projects'))
    await expect(write()).rejects.toThrow(/projects is a link out of /)
    expect([await readdir(outside), await readFile(path.join(outside, 'tideline.md'), 'utf8')]).toEqual([
      ['tideline.md'],
      'Mine.',
    ])
    await rm(path.join(folder, 'projects'))
    await symlink(path.join(outside, 'tideline.md'), `${contentFile()}.part`)
    await write()
    expect(await readFile(path.join(outside, 'tideline.md'), 'utf8')).toBe('Mine.')
    execFileSync('mkfifo', [`${contentFile()}.part`])
    await write()
    expect(await run()).toMatchObject({ created: 0, changed: 0 })
  })

  it('has images and videos without place and names, also those that an older version stored as they came, and knows them again', async () => {
    const secret = 'Ingrid at 59.91N'
    const telling = (colour: string) =>
      halves(60, 40, colour, '#2040c0')
        .withExif({ IFD0: { Artist: secret } })
        .jpeg()
        .toBuffer()
    const [told, other] = [await telling('#c04020'), await telling('#20c040')]
    expect(told.includes(secret)).toBe(true)
    const media = kept.media()
    const fresh = await media.upload(other, { name: 'a.jpg', by })
    expect(Buffer.from((await media.original(fresh.id)).bytes).includes(secret)).toBe(false)
    const old = ids.images[1] ?? ''
    await storedBefore(old, told, 'image/jpeg')
    expect(Buffer.from((await media.original(old)).bytes).includes(secret)).toBe(true)
    await change({ image: old, blocks: [{ id: 'a', kind: 'image', image: fresh.id, caption: '' }] })
    await write()
    const files = await readdir(path.join(folder, 'media'))
    expect(files.toSorted()).toEqual([`${fresh.id}.jpeg`, `${old}.jpeg`].toSorted())
    for (const file of files) expect((await readFile(path.join(folder, 'media', file))).includes(secret)).toBe(false)
    expect(await run()).toMatchObject({ created: 0, changed: 0 })
    await rm(path.join(folder, 'cleared.json'))
    expect(await refused()).toEqual({ 'projects.0.image': expect.stringContaining('is not in Media') })
    await change({ image: ids.images[0] })
  })

  it('has all but an original of an older version whose metadata cannot be taken out, names it, and knows it again', async () => {
    const old = (await kept.uploaded()).id
    const whole = Buffer.from((await kept.media().original(old)).bytes)
    await storedBefore(old, whole.subarray(0, -20), 'image/png')
    await change({ image: old, blocks: [{ id: 'a', kind: 'image', image: ids.images[0], caption: '' }] })
    expect(await write()).toEqual([
      `The original of “sunset.png” (${old}) is left out: its metadata cannot be taken out. Save it again in a program for images, and upload it.`,
    ])
    expect(await readdir(path.join(folder, 'media'))).toEqual([`${ids.images[0]}.png`])
    expect(await run()).toMatchObject({ created: 0, changed: 0 })
    await change({ image: ids.images[0] })
  })

  it('is not exported over a text that somebody has edited, until it is imported', async () => {
    await change({ blocks: [{ id: 'a', kind: 'text', markdown: 'One.' }] })
    await write()
    const { database } = store()
    const check = async () => assertUnedited(folder, await readerOf(database)(), database.kysely)
    await check()
    await edit((text) => text.replace('One.', 'Two.'))
    await expect(check()).rejects.toThrow('Edited since the last export: projects/tideline.md.')
    await run()
    await check()
  })

  it('has each text beside the originals of what it names, and no field of a former version', async () => {
    await write()
    const names = await readdir(folder, { recursive: true })
    expect(names).toContain(path.join('projects', 'tideline.md'))
    expect(names).toContain(path.join('media', `${ids.images[0]}.png`))
    const { projects } = JSON.parse(await readFile(path.join(folder, 'content.json'), 'utf8'))
    expect(projects[0]).not.toHaveProperty('body')
    expect(projects[0].blocks.file).toBe('projects/tideline.md')
  })
})
