import { expect, it } from 'vitest'
import { useApp, useOwner } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import type { ReadinessFinding } from '../../model/readiness/readiness.ts'

onEachDatabase('The check of the site', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  const findings = async (): Promise<ReadinessFinding[]> => (await owner.get('/api/readiness')).body.findings

  it('is the owner’s, and keeps what they dismiss with its reason, once, until they count it again', async () => {
    await app.services.settings.update({ name: 'Mira' }, { by: 'owner' })
    await app.services.publisher.idle()
    const mail = (await findings()).find(({ rule }) => rule === 'mail')
    const dismiss = (reason: string) => owner.post('/api/readiness/dismissals', { id: mail?.id, reason })
    expect((await dismiss(' ')).body.fields).toEqual({ reason: 'Say in a few words why it may stay.' })
    expect((await dismiss('turned \u202e round')).status).toBe(422)
    expect((await dismiss('Nobody writes')).status).toBe(201)
    expect((await dismiss('I look each day')).status).toBe(201)
    const { body } = await owner.get('/api/readiness')
    expect(body.findings.map(({ rule }: ReadinessFinding) => rule)).not.toContain('mail')
    expect(body.dismissed).toEqual([expect.objectContaining({ ...mail, reason: 'I look each day' })])
    const restore = () => owner.send('DELETE', `/api/readiness/dismissals/${mail?.id}`)
    expect([(await restore()).status, (await restore()).status]).toEqual([200, 404])
    expect(await findings()).toContainEqual(mail)
    expect((await owner.get('/api/setup')).body.findings).toBe((await findings()).length)
    for (const path of ['/api/readiness', '/api/readiness/news'])
      expect((await app.browser().get(path)).status).toBe(401)
  })

  it('keeps the last look at other sites, which a page without links ends at once', async () => {
    expect((await owner.post('/api/readiness/link-checks')).body).toMatchObject({ checked: 0, dead: 0, left: 0 })
    expect((await owner.get('/api/readiness')).body.linkCheck).toMatchObject({ checked: 0 })
  })
})
