import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { type TestOutbox, testOutbox } from '../../../tests/support/outboxes.ts'
import { closedPort, startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../process/clock.ts'
import { createLeases } from './lease.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const idOf = (raw: string) => /^Message-ID: (\S+)/im.exec(raw)?.[1]

onEachDatabase('the outbox', (store, kind) => {
  const once = itOnce(kind)
  let database: Database
  let smtp: TestSmtp
  let outbox: TestOutbox
  let open: TestOutbox[]

  const another = (url = smtp.url) => {
    const made = testOutbox(database, url)
    open.push(made)
    return made
  }
  beforeEach(async () => {
    ;({ database } = store())
    await database.kysely.deleteFrom('deliveries').execute()
    smtp = await startSmtp()
    open = []
    outbox = another()
  })
  afterEach(async () => {
    await Promise.all(open.map((one) => one.stop(0)))
    await smtp.close()
  })

  const rows = () => database.kysely.selectFrom('deliveries').selectAll().orderBy('id').execute()
  const only = async () => (await rows())[0]
  const arrived = () => smtp.received.map(({ raw }) => idOf(raw))

  it('sends every queued email in order and once', async () => {
    const ids = [await outbox.put(), await outbox.put(), await outbox.put()]
    outbox.start()
    await outbox.clock.pass(hour)
    expect(arrived()).toEqual(ids)
    expect(await rows()).toEqual(
      ids.map(() => expect.objectContaining({ state: 'sent', tries: 1, unknown_outcomes: 0, leased_by: null })),
    )
    expect((await only())?.answer).toMatch(/^250 /)
  })

  it('sends what comes later when it is woken, and what others put in by itself', async () => {
    outbox.start()
    await outbox.settled()
    const first = await outbox.put()
    outbox.poll()
    await outbox.settled()
    expect(arrived()).toEqual([first])
    await outbox.put()
    await outbox.clock.pass(30_000)
    expect(arrived()).toHaveLength(2)
  })

  it('sends no email of a transaction that was rolled back', async () => {
    outbox.start()
    const failing = database.transaction(async (trx) => {
      await outbox.enqueue(trx, { message: null, kind: 'digest', recipient: 'a@b.example', subject: '', text: '' })
      throw new Error('Something else went wrong.')
    })
    await expect(failing).rejects.toThrow('Something else')
    outbox.poll()
    await outbox.clock.pass(hour)
    expect([await rows(), smtp.received]).toEqual([[], []])
  })

  once('takes no address that is none, or more than one', async () => {
    for (const recipient of [
      '',
      'nobody',
      'a@b.example, c@d.example',
      'a@b.example\nBcc: c@d.example',
      '<a@b.example>',
    ])
      await expect(outbox.put({ recipient })).rejects.toMatchObject({ fields: { recipient: expect.any(String) } })
    expect(await rows()).toEqual([])
  })

  once('tries again after a temporary failure, with the same Message-ID', async () => {
    smtp.mode = 'temporary'
    const id = await outbox.put()
    outbox.start()
    await outbox.settled()
    expect(await only()).toMatchObject({
      state: 'queued',
      tries: 1,
      unknown_outcomes: 0,
      answer: expect.stringMatching(/^451 /),
    })
    smtp.mode = 'ok'
    await outbox.clock.pass(29_000)
    expect(arrived()).toEqual([])
    await outbox.clock.pass(31_000)
    expect(arrived()).toEqual([id])
    expect(await only()).toMatchObject({ state: 'sent', tries: 2 })
  })

  once('fails a refused email at once, until the owner sends it again, and the log has no address', async () => {
    smtp.mode = 'permanent'
    const { lines, log } = keptLog()
    outbox = testOutbox(database, smtp.url, undefined, { log })
    open.push(outbox)
    const id = await outbox.put()
    outbox.start()
    await outbox.clock.pass(2 * hour)
    expect(await only()).toMatchObject({ state: 'failed', tries: 1, answer: expect.stringMatching(/^550 .*mira@/) })
    expect(lines.join()).toMatch(/Email failed.*No such user/)
    expect(lines.join()).not.toContain('@')
    smtp.mode = 'ok'
    expect(await database.transaction((trx) => outbox.sendFailedAgain(trx))).toBe(1)
    outbox.poll()
    await outbox.settled()
    expect(arrived()).toEqual([id])
    expect(await only()).toMatchObject({ state: 'sent' })
  })

  once('waits a quarter of an hour when the line is lost after the email, and tries at most twice more', async () => {
    smtp.mode = 'drop'
    const id = await outbox.put()
    outbox.start()
    await outbox.clock.pass(14 * minute)
    expect(await only()).toMatchObject({ state: 'queued', tries: 1, unknown_outcomes: 1 })
    await outbox.clock.pass(2 * minute)
    expect(await only()).toMatchObject({ state: 'queued', tries: 2, unknown_outcomes: 2 })
    await outbox.clock.pass(2 * hour)
    expect(await only()).toMatchObject({
      state: 'failed',
      tries: 3,
      unknown_outcomes: 3,
      answer: expect.stringMatching(/closed/),
    })
    expect(arrived()).toEqual([id, id, id])
  })

  once('delivers everything after an hour without a mail server', async () => {
    const port = await closedPort()
    outbox = another(`smtp://127.0.0.1:${port}`)
    const ids: (string | undefined)[] = []
    outbox.start()
    for (let n = 0; n < 12; n += 1) {
      ids.push(await outbox.put())
      await outbox.clock.pass(5 * minute)
    }
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['queued']))
    expect((await only())?.answer).toMatch(/ECONNREFUSED/)
    const back = await startSmtp({ port })
    await outbox.clock.pass(hour)
    expect(back.received.map(({ raw }) => idOf(raw)).sort()).toEqual(ids.sort())
    await back.close()
  })

  once.each([
    ['back three days', -3 * day],
    ['ahead thirty', 30 * day],
  ])('sends within a minute when the clock is set %s', async (_, leap) => {
    smtp.mode = 'temporary'
    await outbox.put()
    outbox.start()
    await outbox.clock.pass(20 * minute)
    smtp.mode = 'ok'
    const untried = await outbox.put()
    outbox.clock.jump(leap)
    await outbox.clock.pass(minute)
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(arrived()).toContain(untried)
  })

  it('sends each email once though two processes poll', async () => {
    const other = another()
    const ids: string[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await outbox.put())
    outbox.start()
    other.start()
    await Promise.all([outbox.settled(), other.settled()])
    expect(arrived().sort()).toEqual(ids.sort())
    expect(smtp.connections).toBe(2)
  })

  it('takes over the email of a process that died before it left, when the lease has ended', async () => {
    const id = await outbox.put()
    const dead = createLeases(database, 'dead', outbox.clock.now)
    expect(await dead.take()).toMatchObject({ mail_id: id })
    outbox.start()
    await outbox.clock.pass(30_000)
    expect(arrived()).toEqual([])
    await outbox.clock.pass(30_000)
    expect(arrived()).toEqual([id])
    expect(await only()).toMatchObject({ state: 'sent', tries: 2, unknown_outcomes: 0 })
  })

  it('takes it over within the same minute when that process had begun to send it, and counts an unknown outcome', async () => {
    const id = await outbox.put()
    const dead = createLeases(database, 'dead', outbox.clock.now)
    const row = await dead.take()
    if (row) await dead.markLeft(row)
    outbox.start()
    await outbox.clock.pass(30_000)
    expect(arrived()).toEqual([])
    await outbox.clock.pass(30_000)
    expect(arrived()).toEqual([id])
    expect(await only()).toMatchObject({ state: 'sent', tries: 2, unknown_outcomes: 1 })
  })

  it('leaves an email to the process that sends it when all leases ran out while the database was away', async () => {
    await outbox.put()
    const alive = createLeases(database, 'alive', outbox.clock.now)
    const row = await alive.take()
    if (!row) throw new Error('There was one.')
    await alive.markLeft(row)
    await outbox.clock.pass(10 * minute)
    outbox.start()
    await outbox.clock.pass(5000)
    for (let n = 0; n < 20; n += 1) {
      await alive.renew(row)
      await outbox.clock.pass(4000)
    }
    await alive.settle(row, { state: 'sent', unknownOutcomes: 0, delayMs: 0, answer: '250 OK' })
    await outbox.clock.pass(hour)
    expect(arrived()).toEqual([])
    expect(await only()).toMatchObject({ state: 'sent', tries: 1 })
  })

  it('does not let an email leave that another process has taken over meanwhile', async () => {
    await outbox.put()
    const slow = createLeases(database, 'slow', outbox.clock.now)
    const row = await slow.take()
    if (!row) throw new Error('There was one.')
    await outbox.clock.pass(2 * minute)
    outbox.start()
    await outbox.clock.pass(minute)
    expect(arrived()).toHaveLength(1)
    await expect(slow.markLeft(row)).rejects.toThrow('Another process')
    await slow.settle(row, { state: 'failed', unknownOutcomes: 0, delayMs: 0, answer: 'too late' })
    expect(await only()).toMatchObject({ state: 'sent' })
  })

  it('notes an answer that no database stores as far as it can be read', async () => {
    await outbox.put()
    const leases = createLeases(database, 'one', outbox.clock.now)
    const row = await leases.take()
    if (!row) throw new Error('There was one.')
    await leases.settle(row, { state: 'failed', unknownOutcomes: 0, delayMs: 0, answer: '550 no\0such \ud800user' })
    expect(await only()).toMatchObject({ state: 'failed', answer: '550 no\ufffdsuch \ufffduser' })
  })

  describe('when an email hangs', () => {
    const withTimeout = (timeoutMs: number) => {
      const made = testOutbox(database, smtp.url, timeoutMs, { clock: systemClock, slowAfterMs: 40 })
      open.push(made)
      return made
    }
    const inHand = async () => (await rows()).filter(({ leased_by }) => leased_by !== null).length

    it('sends the others meanwhile, and leaves that one its lease', async () => {
      smtp.mode = 'hang'
      const quick = withTimeout(20_000)
      const stuck = await quick.put()
      quick.start()
      await expect.poll(async () => (await only())?.unknown_outcomes).toBe(1)
      // It has met the server that hangs.
      await expect.poll(() => smtp.hanging).toBe(1)
      smtp.mode = 'ok'
      const others = [await quick.put(), await quick.put()]
      quick.poll()
      await expect.poll(arrived).toEqual(others)
      expect(await only()).toMatchObject({ mail_id: stuck, state: 'queued', tries: 1, leased_by: expect.any(String) })
    })

    once('runs four attempts at most, and releases within its timeout what has not left', async () => {
      const { createServer } = await import('node:net')
      let connections = 0
      const mute = createServer(() => {
        connections += 1
      })
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
      const { port } = mute.address() as { port: number }
      const clock = createFakeClock(async () => {})
      const stuck = testOutbox(database, `smtp://127.0.0.1:${port}`, 20_000, { clock, slowAfterMs: 20 })
      for (let n = 0; n < 6; n += 1) await stuck.put()
      stuck.start()
      for (const count of [1, 2, 3, 4]) {
        await expect.poll(() => connections).toBe(count)
        // It is slow: the next may begin.
        await clock.pass(20)
      }
      expect(await inHand()).toBe(4)
      await stuck.stop(50)
      expect(connections).toBe(4)
      expect(await rows()).toEqual(Array(6).fill(expect.objectContaining({ tries: 0, leased_by: null })))
      mute.close()
    })
  })

  // SQLite has no other process that sends.
  it.skipIf(kind.name === 'SQLite')('is woken by another process that has stored one', async () => {
    const second = await openDatabase(store().options)
    const listening = testOutbox(second, smtp.url)
    try {
      listening.start()
      await listening.settled()
      const id = await outbox.put()
      await expect.poll(arrived).toEqual([id])
    } finally {
      await listening.stop(0)
      await second.close()
    }
  })

  once('finishes running attempts when it is stopped, and begins none', async () => {
    smtp.mode = 'slow'
    const id = await outbox.put()
    await outbox.put()
    outbox.start()
    await expect.poll(() => smtp.hanging).toBe(1)
    const stopped = outbox.stop(20_000)
    smtp.release()
    await stopped
    expect(arrived()).toEqual([id])
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'queued'])
  })

  once('releases what has not left when its timeout ends, for the next start to send at once', async () => {
    // Takes the connection and never greets.
    const { createServer } = await import('node:net')
    const mute = createServer(() => {})
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const stuck = another(`smtp://127.0.0.1:${(mute.address() as { port: number }).port}`)
    const id = await stuck.put()
    stuck.start()
    await expect.poll(async () => (await only())?.leased_by).not.toBe(null)
    await stuck.stop(50)
    expect(await only()).toMatchObject({ state: 'queued', tries: 0, leased_by: null })
    mute.close()
    outbox.start()
    await outbox.settled()
    expect(arrived()).toEqual([id])
  })
})
