import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../tests/support/app.ts'
import type { TestStore } from '../../../tests/support/databases.ts'
import { halves } from '../../../tests/support/pictures.ts'
import { searchedStore } from '../../../tests/support/searched-store.ts'
import { examples } from '../../model/content/examples.ts'
import { sentTestimonialSchema } from '../../model/testimonials/request.ts'
import { noteErased } from '../backup/erased.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openDatabase } from '../db/open.ts'
import { readConfig } from '../process/config.ts'
import { backupFolder } from '../process/private-files.ts'
import { importCommand } from '../transfer/import-command.ts'

const traces = ['erika@gone.example', 'Quillfeather', 'a lighthouse keeper']
const { dataDir, foundIn, ofStore, start } = searchedStore(traces)

const started = async () => {
  const site = await start()
  const { testimonialRequests: requests, entries, media, publisher } = site.app.services
  const by = 'owner'
  const schema = sentTestimonialSchema({ missing: '', tooLong: () => '', wrongEmail: '', characters: '' })
  const sent = {
    feedback: 'She drew for a lighthouse keeper.',
    fullname: 'Erika Quillfeather',
    naming: 'full',
    relation: 'client',
    consent: 'yes',
  }
  /** A published testimonial with a picture, whose person has changed it since. */
  const came = async () => {
    const { id } = await requests.create({ name: 'Erika Quillfeather', email: 'erika@gone.example' }, { by })
    const picture = await media.upload(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer(), {
      name: 'a.png',
      by,
    })
    await requests.keepPicture(id, picture.id, true)
    await requests.send(id, schema.parse(sent), 'I agree.')
    const entry = (await requests.get(id)).entry ?? ''
    await entries.publish('testimonials', entry, { by })
    await requests.send(id, schema.parse({ ...sent, feedback: 'She drew well for a lighthouse keeper.' }), 'I agree.')
    await publisher.idle()
    await publisher.shown()
    return { id, entry, picture: picture.id }
  }
  const sendAgain = (id: string) =>
    requests.send(id, schema.parse({ ...sent, feedback: 'Again, and of a lighthouse keeper.' }), 'I agree.')
  return { ...site, requests, entries, came, sendAgain }
}

it('what somebody erases is gone from every file of the store, and from backups made afterwards', async () => {
  const site = await started()
  const { id, entry, picture } = await site.came()
  expect(foundIn(ofStore())).toEqual(expect.arrayContaining(traces))
  await site.requests.erase(id)
  expect(foundIn(ofStore())).toEqual([])
  expect(JSON.stringify(site.app.content())).not.toContain(entry)
  expect(await site.database.kysely.selectFrom('media').select('id').where('id', '=', picture).execute()).toEqual([])
  await site.stop()
  expect(foundIn(ofStore())).toEqual([])
  const { file } = await makeBackup({ dataDir: dataDir() })
  await restoreBackup(file, { dataDir: dataDir() }, { force: true })
  expect(foundIn(ofStore())).toEqual([])
})

it.each(['by its person', 'with its person, by the owner'])(
  'what was erased %s stays erased in a restore and an import of older data',
  async (how) => {
    const site = await started()
    const { id, entry } = await site.came()
    const content = JSON.stringify(site.app.content())
    expect(content).toContain(entry)
    const { file } = await makeBackup({ dataDir: dataDir() })
    if (how === 'by its person') await site.requests.erase(id)
    else expect((await site.owner.post('/api/people/erasures', { email: traces[0] })).status).toBe(200)
    expect(foundIn(ofStore())).toEqual([])
    await site.stop()
    await restoreBackup(file, { dataDir: dataDir() }, { force: true })
    expect(foundIn(ofStore())).toEqual([])
    expect(
      foundIn(
        readdirSync(backupFolder(dataDir()))
          .filter((name) => name.startsWith('erased'))
          .map((name) => `backups/${name}`),
      ),
    ).toEqual([])
    const older = path.join(dataDir(), 'content.json')
    writeFileSync(
      older,
      JSON.stringify({
        testimonials: JSON.parse(content).testimonials.map((one: object) => ({ ...one, image: null })),
      }),
    )
    const { data } = await importCommand([older], readConfig({ DATA_DIR: dataDir() }))
    expect(data).toMatchObject({ created: 0, leftOut: [{ name: 'testimonials', count: 1 }] })
  },
)

it('what was sent again after the owner had deleted it stays erased in a restore of before that', async () => {
  const site = await started()
  const { id, entry } = await site.came()
  const { file } = await makeBackup({ dataDir: dataDir() })
  await site.entries.remove('testimonials', entry, { by: 'owner' })
  await site.entries.erase('testimonials', [entry], { by: 'owner' })
  await site.sendAgain(id)
  await site.requests.erase(id)
  expect(foundIn(ofStore())).toEqual([])
  await site.stop()
  const { warnings } = await restoreBackup(file, { dataDir: dataDir() }, { force: true })
  expect(foundIn(ofStore())).toEqual([])
  expect(warnings.join(' ')).toMatch(/Erased again.* 1 person/)
  const later = await makeBackup({ dataDir: dataDir() }, { to: path.join(backupFolder(dataDir()), 'later') })
  const restored = await restoreBackup(later.file, { dataDir: dataDir() }, { force: true })
  expect(restored.warnings.join(' ')).not.toContain('Erased again')
})

it('a link that its person erased unused, or used after the backup, does not come back in a restore', async () => {
  const site = await started()
  const make = async () =>
    (await site.requests.create({ name: 'Erika Quillfeather', email: 'erika@gone.example' }, { by: 'owner' })).id
  const [unused, used] = [await make(), await make()]
  const { file } = await makeBackup({ dataDir: dataDir() })
  await site.sendAgain(used)
  for (const id of [unused, used]) await site.requests.erase(id)
  expect(foundIn(ofStore())).toEqual([])
  await site.stop()
  const { warnings } = await restoreBackup(file, { dataDir: dataDir() }, { force: true })
  expect(foundIn(ofStore())).toEqual([])
  expect(warnings.join(' ')).toMatch(/Erased again/)
})

it('a link that nobody has used has ended after a restore, and what came through it goes with it', async () => {
  const site = await started()
  const { id, expiresAt } = await site.requests.create({ name: 'Otto', email: 'otto@here.example' }, { by: 'owner' })
  const bytes = await halves(60, 40, '#c04020', '#2040c0').png().toBuffer()
  const picture = await site.app.services.media.upload(bytes, { name: 'Portrait', by: 'testimonial link' })
  await site.requests.keepPicture(id, picture.id, true)
  const { file } = await makeBackup({ dataDir: dataDir() })
  await site.stop()
  const { warnings } = await restoreBackup(file, { dataDir: dataDir() }, { force: true })
  expect(warnings.join(' ')).toContain('Links for testimonials that nobody had used have ended.')
  const database = await openDatabase({ dataDir: dataDir() })
  const app = await createTestApp({ database, options: { dataDir: dataDir() } } as TestStore)
  const { testimonialRequests } = app.services
  expect((await testimonialRequests.list()).requests).toMatchObject([{ state: 'expired' }])
  await testimonialRequests.cleanUp(Date.parse(expiresAt) + 31 * 86_400_000)
  expect(await database.kysely.selectFrom('media').select('id').execute()).toEqual([])
  await app.close()
  await database.close()
})

it('an address that was erased is imported where the owner names it, and not with a testimonial', async () => {
  const site = await start()
  await site.stop()
  const [about] = examples.about
  const [testimonial] = examples.testimonials
  await noteErased(dataDir(), about?.email ?? '')
  const file = path.join(dataDir(), 'content.json')
  const testimonials = [{ ...testimonial, image: null, email: about?.email }]
  writeFileSync(file, JSON.stringify({ about: [{ ...about, image: null }], testimonials }))
  const { data } = await importCommand([file], readConfig({ DATA_DIR: dataDir() }))
  expect(data).toMatchObject({ created: 1, leftOut: [{ name: 'testimonials', count: 1 }] })
})
