import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, publicUrl, useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import type { HealthFinding } from '../../model/health/health.ts'
import { environmentChecks, runningChecks } from './checks.ts'

onOneDatabase('Health', (store, { name }) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)

  const found = async (): Promise<Record<string, HealthFinding>> => {
    const { status, body } = await owner.get('/api/health')
    expect(status).toBe(200)
    return Object.fromEntries(body.findings.map((finding: HealthFinding) => [finding.name, finding]))
  }
  const kysely = () => store().database.kysely

  it('is what every check finds, a sentence each', async () => {
    const findings = await found()
    expect(Object.keys(findings)).toEqual([...environmentChecks, ...runningChecks].map(({ name }) => name))
    expect(Object.values(findings).every(({ message }) => /^[^\n]+$/.test(message))).toBe(true)
    expect(findings.Database).toMatchObject({ status: 'pass' })
    expect(findings.Outbox).toMatchObject({ status: 'pass', message: 'Nothing waits.' })
  })

  it('tells that nothing can be saved, as /healthz and one line of the log do, until it can be again', async () => {
    const state = async () => {
      const { status, body } = await app.browser().get('/healthz')
      return [status, body.status, body.database]
    }
    const told = () => app.lines.map((line) => JSON.parse(line).event).filter((event) => /sav(?:ed|ing)/i.test(event))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    store().database.storage.report('The disk is full; nothing was saved.')
    store().database.storage.report('The disk is full; nothing was saved.')
    expect(await state()).toEqual([200, 'read-only', 'read-only'])
    expect((await found()).Database).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/^The disk is full; nothing was saved\. It is so since \d{4}-.*Make room/),
    })
    await vi.advanceTimersByTimeAsync(2000)
    await expect.poll(state).toEqual([200, 'ok', 'ok'])
    expect((await found()).Database).toMatchObject({ status: 'pass' })
    expect(told()).toEqual(['Nothing can be saved; what is stored goes on being shown', 'Saving works again'])
  })

  it('tells, as /healthz and the entry do, what the page cannot show', async () => {
    const { publisher, site, entries } = app.services
    const { pages } = site
    const state = async () => {
      publisher.changed()
      await publisher.idle()
      const { status, body } = await app.browser().get('/healthz')
      return [status, body.status, body.pages, body.reason, (await found()).Publishing?.status]
    }
    const { id } = await entries.create('skills', { name: 'Good', percent: 1 }, { by: 'owner' })
    expect(await state()).toEqual([200, 'ok', 'fresh', undefined, 'pass'])

    site.pages = (content) => {
      if (content.skills.some(({ name }) => name === 'bad')) throw new Error('It broke.')
      return pages(content)
    }
    await entries.update('skills', id, { name: 'bad' }, { by: 'owner', version: 1 })
    expect(await state()).toEqual([200, 'degraded', 'stale', 'The newest content cannot be shown.', 'fail'])
    const reason = 'Skill “bad” cannot be shown: It broke.'
    expect((await found()).Publishing?.message).toContain(reason)
    expect((await owner.get(`/api/entries/skills/${id}`)).body.needsAttention).toEqual({ name: reason })
    expect((await owner.get('/api/entries/skills')).body.entries[0].needsAttention).toEqual({ name: reason })

    site.pages = pages
    expect(await state()).toEqual([200, 'ok', 'fresh', undefined, 'pass'])
    expect((await owner.get(`/api/entries/skills/${id}`)).body.needsAttention).toBeUndefined()
  })

  const unannounced = () => ({
    at: new Date().toISOString(),
    ...{ actor: 'x', action: 'update', collection: 'settings', entry: null, before: null, after: null, undoes: null },
  })

  it('is ok of /healthz only when the newest content is shown, also when nobody told this process of it', async () => {
    const { id } = await kysely().insertInto('changes').values(unannounced()).returning('id').executeTakeFirstOrThrow()
    const told = expect.poll(async () => (await app.browser().get('/healthz')).body)
    await told.toMatchObject({ status: 'ok', pages: 'fresh', version: id })
  })

  it.skipIf(name === 'SQLite')('is degraded of /healthz while this process cannot catch up', async () => {
    await store().database.transaction(async (trx) => {
      await sql`lock table entries in access exclusive mode`.execute(trx)
      await kysely().insertInto('changes').values(unannounced()).execute()
      const { status, body } = await app.browser().get('/healthz')
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ status: 'degraded', pages: 'stale', database: 'ok' }),
      ])
    })
    await expect.poll(async () => (await app.browser().get('/healthz')).body.status).toBe('ok')
  })

  it('names the database and how changes of other processes are heard of', async () => {
    const message = (await found()).Database?.message
    if (name === 'SQLite') expect(message).toMatch(/^SQLite answers\./)
    else expect(message).toMatch(/^Postgres \d+\.\d+ answers\. Changes of other processes are announced\.$/)
  })

  it('tells of a clock that stood in the future', async () => {
    const at = new Date(Date.now() + 3 * 3_600_000).toISOString()
    await kysely()
      .insertInto('changes')
      .values({
        at,
        actor: 'x',
        action: 'create',
        collection: 'skills',
        entry: null,
        before: null,
        after: null,
        undoes: null,
      })
      .execute()
    expect((await found()).Clock).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('3 hours in the future'),
    })
    await kysely().deleteFrom('changes').where('at', '=', at).execute()
    expect((await found()).Clock?.status).toBe('pass')
  })

  it('tells of email that waits for long, and of what failed', async () => {
    const old = new Date(Date.now() - 5 * 3_600_000).toISOString()
    const delivery = {
      id: 'late',
      message: null,
      kind: 'digest',
      recipient: 'o@people.example',
      reply_to: null,
      subject: 's',
      text: 't',
      mail_id: '<late@x>',
      in_reply_to: null,
      state: 'queued',
      due_at: old,
      leased_by: null,
      leased_until: null,
      answer: null,
      sent_at: null,
      created_at: old,
      updated_at: old,
    }
    await kysely().insertInto('deliveries').values(delivery).execute()
    expect((await found()).Outbox).toMatchObject({ status: 'fail', message: expect.stringContaining('5 hours') })
    await kysely().updateTable('deliveries').set({ state: 'failed' }).where('id', '=', 'late').execute()
    expect((await found()).Outbox).toMatchObject({ status: 'warn' })
    await kysely().deleteFrom('deliveries').where('id', '=', 'late').execute()
  })

  it('tells what browsers were kept from', async () => {
    const send = (raw: string, type: string) =>
      app.browser().send('POST', '/api/csp-reports', undefined, { raw, headers: { 'content-type': type } })
    expect((await found())['Browsers’ reports']?.status).toBe('pass')
    const body = {
      effectiveDirective: 'script-src-elem',
      blockedURL: 'https://ads.example/a.js',
      documentURL: `${publicUrl}/`,
    }
    expect((await send(JSON.stringify([{ body }]), 'application/reports+json')).status).toBe(204)
    expect((await found())['Browsers’ reports']).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('https://ads.example'),
    })
    expect((await send('{', 'application/csp-report')).status).toBe(204)
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await send('x'.repeat(20_000), 'application/csp-report')).status).toBe(413)
  })

  it('is 503 at /healthz while no page can be shown at all', async () => {
    await kysely().deleteFrom('published_content').execute()
    const first = await createTestApp(store(), { limits: false })
    const { publisher, site } = first.services
    const { pages } = site
    const state = async () => {
      publisher.changed()
      await publisher.idle()
      const { status, body } = await first.browser().get('/healthz')
      return [status, body.status, body.database, body.pages, body.reason]
    }
    site.pages = () => {
      throw new Error('It broke.')
    }
    expect(await state()).toEqual([503, 'degraded', 'ok', 'none', 'No page can be shown.'])
    site.pages = pages
    expect(await state()).toEqual([200, 'ok', 'ok', 'fresh', undefined])
    await first.close()
  })
})
