import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { inboxOf } from './inbox.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const inbox = inboxOf(site)

beforeAll(() => site.register(ada, { claim: true }))
beforeEach(async () => {
  const ids = (await inbox.list()).map(({ id }) => id)
  if (ids.length > 0) await inbox.call('PATCH', '/messages', { ids, deleted: true })
  for (const name of ['Cleo', 'Bea', 'Ann']) await inbox.send(name)
})

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.message-name')?.firstChild?.textContent)
const heading = (page: Page) => page.locator('#message-title').innerText()
const arrive = async (width = 1280) => {
  const page = await site.visitAs(ada, '/admin/contact', { width })
  await page.getByRole('link', { name: /^Ann/ }).waitFor()
  return page
}

describe('with the keyboard alone', () => {
  it('j and k, and the arrows, go through the list; Enter opens, Escape leads back to the row', async () => {
    const page = await arrive()
    await page.keyboard.press('j')
    await eventually(() => focused(page), 'Ann')
    await page.keyboard.press('ArrowDown')
    await eventually(() => focused(page), 'Bea')
    await page.keyboard.press('k')
    await eventually(() => focused(page), 'Ann')
    await page.keyboard.press('Enter')
    await eventually(() => heading(page), 'Ann')
    await page.keyboard.press('j')
    await eventually(() => heading(page), 'Bea')
    await page.keyboard.press('Escape')
    await eventually(() => focused(page), 'Bea')
    await eventually(async () => new URL(page.url()).search, '')
  })

  it('e, ! and # put it away, the next row is the current one, and z takes that back', async () => {
    const page = await arrive()
    for (const [key, view, there] of [
      ['e', 'archived', 'Ann archived'],
      ['!', 'spam', 'Ann spam'],
      ['#', 'trash', 'Ann new'],
    ] as const) {
      await goTo(page, '/admin/import')
      await goTo(page, '/admin/contact')
      const before = await inbox.stored(view)
      await page.keyboard.press('j')
      await eventually(() => focused(page), 'Ann')
      await page.keyboard.press(key)
      await eventually(() => focused(page), 'Bea')
      await eventually(async () => (await inbox.stored(view))[0], there)
      await page.keyboard.press('z')
      await page.getByRole('link', { name: /^Ann \(unread\)/ }).waitFor()
      await eventually(() => inbox.stored(view), before)
      expect(await inbox.stored('inbox')).toEqual(['Ann new', 'Bea new', 'Cleo new'])
    }
  })

  it('z takes back what was just put away before its toast can show', async () => {
    const page = await arrive()
    await page.route('**/toasts-*.js', () => undefined)
    await page.keyboard.press('j')
    await eventually(() => focused(page), 'Ann')
    await page.keyboard.press('e')
    await eventually(() => inbox.stored('archived'), ['Ann archived'])
    await page.keyboard.press('z')
    await eventually(() => inbox.stored('archived'), [])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('e on an open message opens the next, even before it is marked as read; Ctrl+Z takes it back as z does', async () => {
    const page = await arrive()
    const { promise: opened, resolve: go } = Promise.withResolvers<void>()
    let held = false
    await page.route('**/api/messages', async (route) => {
      if (route.request().postDataJSON()?.status === 'read') {
        held = true
        await opened
      }
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await eventually(() => heading(page), 'Ann')
    await page.keyboard.press('e')
    await eventually(() => heading(page), 'Bea')
    await eventually(async () => held, true)
    await eventually(() => inbox.stored('archived'), ['Ann archived'])
    const answered = page.waitForResponse((answer) => answer.request().postDataJSON()?.status === 'read')
    go()
    await answered
    expect(await inbox.stored('archived')).toEqual(['Ann archived'])
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => inbox.stored('archived'), [])
  })

  it('x chooses, u marks what is chosen as unread, Escape lets go', async () => {
    const page = await arrive()
    const bar = page.getByRole('toolbar', { name: 'Selected messages' })
    for (const [name, count] of [
      ['Ann', 1],
      ['Bea', 2],
    ] as const) {
      await page.keyboard.press('j')
      await eventually(() => focused(page), name)
      await page.keyboard.press('x')
      await bar.getByText(`${count} selected`).waitFor()
    }
    await page.keyboard.press('Escape')
    await eventually(() => bar.count(), 0)
    await page.keyboard.press('Enter')
    await eventually(() => heading(page), 'Bea')
    await eventually(() => inbox.stored('unread'), ['Ann new', 'Cleo new'])
    await page.keyboard.press('u')
    await eventually(() => inbox.stored('unread'), ['Ann new', 'Bea new', 'Cleo new'])
  })

  it('r writes a reply, and says what to do while no email is set up', async () => {
    const page = await arrive()
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('e! just letters #')
    expect(await page.locator('textarea:focus').inputValue()).toBe('e! just letters #')
    const mailto = await page.getByRole('link', { name: 'Open in your mail program' }).getAttribute('href')
    expect(mailto).toMatch(
      /^mailto:ann%40visitors\.example\?subject=Re%3A%20A%20question\.&body=e(!|%21)%20just%20letters%20%23%0D%0A/,
    )
    expect(decodeURIComponent(mailto ?? '')).toContain('> A question.')
    await page.getByText('Email is not set up, so messages are kept here only.').waitFor()
  })

  it('/ searches and ? lists the keys', async () => {
    const page = await arrive()
    await page.keyboard.press('/')
    await page.keyboard.type('bea')
    await eventually(() => page.locator('.message-link').count(), 1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Back to the list').waitFor()
  })
})

describe('on a phone', () => {
  it('list, message and back are three screens of one hand, with the browser’s back, too', async () => {
    const page = await arrive(360)
    await page.getByRole('link', { name: /^Bea/ }).click()
    await eventually(() => heading(page), 'Bea')
    await eventually(() => page.getByRole('list', { name: 'Inbox' }).isVisible(), false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await eventually(() => page.getByRole('list', { name: 'Inbox' }).isVisible(), true)
    await page.getByRole('link', { name: /^Ann/ }).click()
    await eventually(() => heading(page), 'Ann')
    await page.goBack()
    await eventually(() => page.getByRole('list', { name: 'Inbox' }).isVisible(), true)
    await page.getByRole('link', { name: /^Cleo/ }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await eventually(() => page.getByRole('list', { name: 'Inbox' }).isVisible(), true)
    await eventually(() => inbox.stored('archived'), ['Cleo archived'])
  })
})
