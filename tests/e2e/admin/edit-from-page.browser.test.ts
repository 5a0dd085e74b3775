import type { Page } from 'playwright-core'
import { beforeAll, describe, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { openOver } from '../site.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** The page as the owner sees it after signing in. */
const visit = async (address: string, width: number): Promise<Page> => {
  const page = await site.openAs(ada, { width, height: 740, hasTouch: width < 500 })
  await page.addInitScript(() => localStorage.setItem('vitrine.user', '{"name":"Ada","role":"owner"}'))
  await page.goto(address)
  await page.getByRole('link', { name: 'Edit this site' }).first().waitFor()
  return page
}
const toMiddle = (page: Page, text: string) =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
const edit = (page: Page) => page.getByRole('link', { name: 'Edit this site' }).last().click()
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field)
const arrives = async (page: Page, path: string, field?: string) => {
  await page.waitForURL(`**${path}`)
  if (field !== undefined) await eventually(() => focused(page), field)
}

describe('Edit on the page, 360 px wide,', () => {
  it('opens the entry that is in the middle of the window, at its field', async () => {
    const page = await visit('/', 360)
    const [, second] = await content.list('educations')
    await toMiddle(page, String(second?.data.about).slice(0, 40))
    await edit(page)
    await arrives(page, `/admin/education/edit/${second?.id}`, 'about')
    // The way back is to the page.
    await page.goBack()
    await eventually(() => page.evaluate(() => location.pathname), '/')
  })

  it('opens a project from its card, its dialog and its own page, which gets the text in the middle', async () => {
    const page = await visit('/', 360)
    const [, project] = await content.list('projects')
    const form = `/admin/portfolio/edit/${project?.id}`
    const card = page.locator(`[data-portfolio] a[href="/projects/${project?.data.slug}"]`)
    await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await edit(page)
    await arrives(page, form)

    await page.goto('/')
    await page.getByRole('link', { name: 'Edit this site' }).waitFor()
    await openOver(card)
    const dialog = page.getByRole('dialog', { name: String(project?.data.title) })
    await dialog.getByRole('link', { name: 'Edit this site' }).click()
    await arrives(page, form)

    await page.goto(`/projects/${project?.data.slug}`)
    await page.getByRole('link', { name: 'Edit this site' }).waitFor()
    await toMiddle(page, String(project?.data.summary).slice(0, 40))
    await edit(page)
    await arrives(page, form, 'summary')
  })
})

describe('Edit on the page, at any width,', () => {
  it('opens what is selected, a setting too, and from the first screen the entry of About', async () => {
    const page = await visit('/', 1280)
    const introduction = page.getByText('I measure before I promise').first()
    await introduction.evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      getSelection()?.setBaseAndExtent(element.firstChild ?? element, 2, element.firstChild ?? element, 7)
    })
    await edit(page)
    await arrives(page, '/admin/settings', 'introduction')
    await page.goto('/')
    await page.getByRole('link', { name: 'Edit this site' }).waitFor()
    await edit(page)
    const [about] = await content.list('about')
    await arrives(page, `/admin/about/edit/${about?.id}`)
  })

  it('asks to sign in when nobody is, and goes on from there', async () => {
    const page = await visit('/', 1280)
    const [education] = await content.list('educations')
    await page.context().clearCookies()
    await toMiddle(page, String(education?.data.about).slice(0, 30))
    await edit(page)
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await arrives(page, `/admin/education/edit/${education?.id}`, 'about')
  })
})
