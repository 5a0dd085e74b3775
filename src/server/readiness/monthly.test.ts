import { expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { useMail } from '../../../tests/support/use-mail.ts'
import type { ReadinessFinding } from '../../model/readiness/readiness.ts'
import { createSettings } from '../settings/settings-store.ts'
import { checkMonthly, clearNews, readNews } from './readiness.ts'

const finding = (id: string) => ({ id, title: `Project: ${id}`, message: `${id} is wrong.` }) as ReadinessFinding

onOneDatabase('the monthly check', (store) => {
  const bench = useMail(store)
  let findings: ReadinessFinding[] = []
  let pages = 1
  const report = async () => ({
    findings,
    dismissed: [],
    pages,
    pagesLeft: 0,
    ms: 1,
    externalLinks: 0,
    linkCheck: null,
  })
  const check = (now: Date) =>
    checkMonthly(
      {
        ...{ db: bench.database, mail: bench.mail, settings: createSettings(bench.database) },
        ...{ readiness: { report }, publicUrl: 'https://mira.example' },
      },
      now.getTime(),
    )
  const at = (month: number, day = 1, hour = 10) => new Date(2026, month, day, hour)

  it('begins with the first month, then tells once a month of what is new, by email', async () => {
    findings = [finding('first')]
    expect(await check(at(0))).toBe(0)
    findings = [finding('first'), finding('a')]
    // Before the hour of the digest, and before anything is published.
    expect(await check(at(1, 1, 3))).toBe(0)
    pages = 0
    expect(await check(at(1))).toBe(0)
    pages = 1
    expect(await check(at(1))).toBe(1)
    expect(await check(at(1, 20))).toBe(0)
    const [email] = await bench.emails()
    expect(email?.headers).toMatchObject({ subject: 'Your site has something to mend' })
    expect(email?.text).toContain('Project: a\na is wrong.')
    expect(email?.text).not.toContain('Project: first')
    expect(email?.text).toContain('https://mira.example/admin/health')
    // The same again is no news, and nothing waits on the first screen for whom an email was sent.
    expect(await check(at(2))).toBe(0)
    findings = [finding('a'), finding('b'), finding('c')]
    expect(await check(at(3))).toBe(2)
    expect((await bench.emails()).map(({ headers }) => headers.subject)).toEqual([
      'Your site has something to mend',
      'Your site has 2 things to mend',
    ])
    expect(await readNews(bench.database.kysely)).toBe(0)
    await bench.set({ readinessMonthly: false })
    findings = [finding('d')]
    expect(await check(at(4))).toBe(0)
  })

  it('waits on the first screen where no email can be sent, until it was seen', async () => {
    await bench.set({ readinessMonthly: true })
    await bench.use({ smtp: undefined })
    expect(await check(at(4))).toBe(0)
    findings = [finding('e'), finding('f')]
    expect(await check(at(5))).toBe(2)
    expect(await readNews(bench.database.kysely)).toBe(2)
    await clearNews(bench.database)
    expect(await readNews(bench.database.kysely)).toBe(0)
    expect(await check(at(6))).toBe(0)
  })
})
