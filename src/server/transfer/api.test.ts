import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'

const file = JSON.stringify({
  basics: { name: 'Ada Byron' },
  skills: [{ name: 'Mathematics', level: '95 %' }, { name: 'Chess' }],
})

onOneDatabase('an import over HTTP', (store) => {
  const app = useApp(store)
  const owner = useOwner(app)

  it('is previewed without a write, imported as chosen, shown, and undone by the change that it names', async () => {
    const preview = await owner.post('/api/imports?preview=1', { file })
    expect(preview.status).toBe(200)
    expect(preview.body.rows.map(({ key, state }: { key: string; state: string }) => [key, state])).toEqual([
      ['basics.name', 'new'],
      ['skills.0', 'new'],
      ['skills.1', 'new'],
    ])
    expect((await owner.get('/api/changes')).body.changes.filter(({ by }: { by: string }) => by !== 'samples')).toEqual(
      [],
    )

    const done = await owner.post('/api/imports', { file, chosen: ['basics.name', 'skills.0'] })
    expect(done).toMatchObject({ status: 201, body: { created: 2, changed: 0, drafts: 0, change: expect.any(Number) } })
    expect(done.headers.get('x-change')).toMatch(/^\d+$/)
    expect(app.content()).toMatchObject({
      settings: { name: 'Ada Byron' },
      skills: [{ name: 'Mathematics', percent: 95 }],
    })
    const { changes } = (await owner.get('/api/changes?grouped=1')).body
    expect(changes).toMatchObject([{ size: 2 }])

    const undone = await owner.post(`/api/changes/${done.headers.get('x-change')}/undo`)
    expect(undone).toMatchObject({ status: 201, body: { size: 2 } })
    expect(app.content().skills).toEqual([])
    expect(app.content().settings.name).not.toBe('Ada Byron')
  })

  it('is refused for what is no CV and for strangers, and then nothing is written', async () => {
    const before = (await owner.get('/api/changes')).body
    for (const wrong of ['', '{', '[]', '{"name":"Ada"}', '{"work":"none"}'])
      expect([wrong, (await owner.post('/api/imports', { file: wrong })).status]).toEqual([wrong, 422])
    expect((await app.browser().post('/api/imports', { file })).status).toBe(401)
    expect((await owner.get('/api/changes')).body).toEqual(before)
  })
})
