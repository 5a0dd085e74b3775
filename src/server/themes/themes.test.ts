import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { foreignTheme, themeZip } from '../../../tests/support/themes.ts'
import { upload } from '../../../tests/support/upload.ts'
import { contentVersion } from '../journal/journal.ts'
import { programVersion } from '../process/package-root.ts'
import { bodyOf } from '../snapshots/snapshots.ts'
import { createThemeFonts } from './themes.ts'

onEachDatabase('Themes of somebody else', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store)
  const owner = useOwner(app)
  const add = (changed: Record<string, string | Buffer | undefined> = {}, id = 'harbour') =>
    upload(owner, `${id}.zip`, themeZip(foreignTheme(changed), id), { to: '/api/themes' })
  const listed = async () => (await owner.get('/api/themes')).body
  const newest = async () => (await owner.get('/api/changes?limit=1')).body.changes[0]
  const undo = async () => owner.post(`/api/changes/${(await newest()).id}/undo`)
  const shown = () => app.content().theme?.css
  const stored = async () => {
    const { kysely } = store().database
    const themes = await kysely.selectFrom('themes').select(['hash', 'data']).orderBy('hash').execute()
    return { themes, files: await kysely.selectFrom('theme_files').select('name').execute() }
  }

  it('a theme is on the page once it is chosen, with its fonts, and each write is undone by itself', async () => {
    const { status, body } = await add()
    expect([status, body.problems, body.theme.id]).toEqual([201, [], 'harbour'])
    expect(await newest()).toMatchObject({ action: 'create', collection: 'themes', entry: 'harbour' })
    expect(shown()).toBeUndefined()
    await owner.send('PATCH', '/api/settings', { theme: 'harbour' })
    expect(shown()).toBe('.name{letter-spacing:0.31em}')

    const { version } = app.content()
    expect((await add({ 'theme.css': '.name { letter-spacing: 2em }' })).status).toBe(201)
    expect(await newest()).toMatchObject({ action: 'replace', before: { name: 'Harbour' } })
    expect([shown(), app.content().version]).toEqual(['.name{letter-spacing:2em}', version + 1])
    await undo()
    expect(shown()).toBe('.name{letter-spacing:0.31em}')

    expect((await owner.send('DELETE', '/api/themes/harbour')).status).toBe(200)
    expect([shown(), app.content().settings.theme]).toEqual([undefined, 'harbour'])
    expect(await listed()).toMatchObject({ own: [] })
    await undo()
    expect(shown()).toBe('.name{letter-spacing:0.31em}')
    expect((await listed()).own).toEqual([{ id: 'harbour', name: 'Harbour', problem: null }])

    const fonts = createThemeFonts(store().database, [])
    const [url = ''] = app.content().theme.preload
    expect(fonts.ready(url)).toBeUndefined()
    const font = await fonts.load(url)
    expect(font && bodyOf(font, 'identity')).toEqual(foreignTheme().get('fonts/harbour.woff2'))
    expect(fonts.ready(url)).toBe(font)
    expect(await fonts.load(url.replace('harbour', 'other'))).toBeUndefined()
    expect(fonts.load('/assets/themes/x/harbour.woff2')).toBeUndefined()
  })

  it('the same theme again is no change', async () => {
    const before = await newest()
    expect((await add()).status).toBe(201)
    expect(await newest()).toEqual(before)
  })

  once.each<[string, Record<string, string>, string | undefined, Record<string, string>]>([
    [
      'with a script and an @import',
      { 'x.js': 'alert(1)', 'theme.css': '@import "x";\n@import "y";' },
      undefined,
      {
        'x.js': 'A theme has no scripts and no documents. Remove this file.',
        'theme.css:1': '@import is not allowed here.',
        'theme.css:2': '@import is not allowed here.',
      },
    ],
    [
      'with a path outside of itself',
      { '../x.txt': 'x' },
      undefined,
      { 'harbour/../x.txt': 'The path leads out of the theme.' },
    ],
  ])('a theme %s is refused, and nothing is written', async (_, changed, id, fields) => {
    const before = [await stored(), await contentVersion(store().database.kysely), await listed()]
    const { status, body } = await add(changed, id)
    expect([status, body]).toMatchObject([422, { message: 'The theme was not added.', fields }])
    expect([await stored(), await contentVersion(store().database.kysely), await listed()]).toEqual(before)
  })

  once('takes no more than 5 MB, no other field and no file of another kind', async () => {
    const large = await upload(owner, 'a.zip', new Uint8Array(5 * 2 ** 20 + 32 * 1024), { to: '/api/themes' })
    expect(large.status).toBe(413)
    expect((await upload(owner, 'a.zip', Buffer.from('GIF89a'), { to: '/api/themes' })).body.fields).toMatchObject({
      'a.zip': 'This zip file cannot be read. Make it again, without a password.',
    })
    const stranger = await upload(app.browser(), 'a.zip', themeZip(foreignTheme()), { to: '/api/themes' })
    expect(stranger.status).toBe(401)
    expect((await owner.send('DELETE', '/api/themes/nowhere')).status).toBe(404)
  })

  it('after an update each is checked again: one that is refused now leaves the plain look, is kept, and comes back', async () => {
    const { kysely } = store().database
    const { hash } = await kysely
      .selectFrom('themes')
      .select('hash')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const css = kysely.updateTable('theme_files').where('theme', '=', hash).where('name', '=', 'theme.css')
    const before = await app.content()
    const update = async (text: string) => {
      await css.set({ bytes: Buffer.from(text) }).execute()
      await kysely.updateTable('themes').set({ checked_by: '0.9.0' }).execute()
      await app.services.themes.checkAgain(app.services.log)
      app.services.publisher.changed()
      await app.services.publisher.idle()
    }
    const text = foreignTheme().get('theme.css')?.toString() ?? ''
    await update('a { b: c }\na { b: url(x) }')
    const problem = 'theme.css:2: url() is not allowed, since this CSS loads nothing.'
    expect([shown(), app.content().settings.theme]).toEqual([undefined, 'harbour'])
    expect(await listed()).toMatchObject({ own: [{ id: 'harbour', name: 'Harbour', problem }] })
    expect(app.lines.filter((line) => line.includes('does not pass the check')).join()).toContain(problem)
    expect((await owner.get('/api/health')).body.findings).toContainEqual({
      name: 'Themes',
      status: 'warn',
      message: expect.stringContaining(`Harbour: ${problem}`),
    })

    await update(text)
    expect(app.content().theme).toEqual(before.theme)
    const { checked_by } = await kysely.selectFrom('themes').select('checked_by').executeTakeFirstOrThrow()
    expect(checked_by).toBe(programVersion)
    expect((await owner.get('/api/health')).body.findings).toContainEqual(
      expect.objectContaining({ name: 'Themes', status: 'pass' }),
    )
  })

  it('there are at most twenty, and ten former ones for the undo', async () => {
    for (let n = 1; n < 20; n += 1) expect((await add({}, `theme-${n}`)).status).toBe(201)
    const refused = await add({}, 'one-too-many')
    expect(refused.body.fields).toEqual({ file: 'There can be at most 20 themes of your own. Remove one first.' })
    for (let n = 1; n < 14; n += 1) await owner.send('DELETE', `/api/themes/theme-${n}`)
    const { themes } = await stored()
    expect(themes.length).toBe(20 - 13 + 10)
    const { changes } = (await owner.get('/api/changes?collection=themes&entry=theme-1')).body
    expect((await owner.post(`/api/changes/${changes[0].id}/undo`)).status).toBe(410)
  })
})
