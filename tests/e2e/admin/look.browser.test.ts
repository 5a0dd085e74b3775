import { globSync, readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { checkCss } from '../../../src/server/themes/css-check.ts'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { foreignTheme, themeZip } from '../../support/themes.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite, withPreview } from './people.ts'
import { previewOf } from './preview.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))
// What the story before left in the form may have been saved.
beforeEach(() => site.callAs(ada, 'DELETE', '/settings/draft'))

const html = () => currentPage(site.url)
const look = '/admin/settings?tab=theme'

it('own CSS shows in the preview while it is typed, wins over the look, and stands on the page once it is published', async () => {
  const page = await site.visitAs(ada, look, withPreview)
  const frame = await previewOf(page)
  const field = page.getByLabel('Own CSS', { exact: true })
  const colour = () => frame.locator('.home-name').evaluate((name) => getComputedStyle(name).color)
  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }')
  await eventually(colour, 'rgb(1, 2, 3)')
  // Half a rule: the preview keeps the last whole one, and the field says why. The draft is saved.
  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }\n.nav { color')
  await page.getByText('Line 2: “{” is not closed.').waitFor()
  expect(await colour()).toBe('rgb(1, 2, 3)')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await eventually(() => field.evaluate((element) => element === document.activeElement), true)
  expect(await html()).not.toContain('rgb(1 2 3)')
  expect(await axeViolations(page)).toEqual([])

  await field.fill('.home { & .home-name { color: rgb(1 2 3) } }')
  await page.getByText('Line 2').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  expect(await html()).toContain('rgb(1 2 3)')
  const visitor = await site.visit('/')
  expect(await visitor.locator('.home-name').evaluate((name) => getComputedStyle(name).color)).toBe('rgb(1, 2, 3)')
  await visitor.goto('/login')
  expect(await visitor.content()).not.toContain('rgb(1 2 3)')

  await page.getByRole('switch', { name: 'Use own CSS' }).click()
  await eventually(async () => (await colour()) === 'rgb(1, 2, 3)', false)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await eventually(async () => (await html()).includes('rgb(1 2 3)'), false)
})

it('own CSS that hides what visitors need is said to, at the width of the preview, and can be published', async () => {
  const page = await site.visitAs(ada, look, withPreview)
  await previewOf(page)
  const field = page.getByLabel('Own CSS', { exact: true })
  const on = page.getByRole('switch', { name: 'Use own CSS' })
  if (!(await on.isChecked())) await on.click()
  const said = (parts: string) => `In the preview, your CSS hides ${parts}. You can publish it all the same.`
  const notice = page.getByText(/^In the preview, your CSS hides/)
  await field.fill('.contact-form { opacity: 0 } footer { transform: scale(0) }')
  await eventually(() => notice.textContent(), said('the contact form and the links of the footer'))
  await field.fill('@media (width < 600px) { .nav { position: absolute; inset-inline-start: -300vw } }')
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /^Phone/ }).click({ force: true })
  await eventually(() => notice.textContent(), said('the navigation'))
  await field.fill('.nav { color: red }')
  await notice.waitFor({ state: 'detached' })
})

it('own CSS on a phone stays inside the screen, and Tab leaves it', async () => {
  const page = await site.visitAs(ada, look, { width: 360, height: 740, hasTouch: true })
  const field = page.getByLabel('Own CSS', { exact: true })
  await field.fill(`${'.a-very-long-selector '.repeat(12)}{ color: red }\n`.repeat(12))
  await expectFine(page, 'own CSS')
  await field.focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
  expect(await focused()).toBe('switch')
})

it('own CSS says to a browser the same after it is minified', async () => {
  const styles = [
    '.a { color: red; &:hover, .b & { top: 0 } .c { left: 0 } d { right: 0 } > e { inset: 0 } }',
    '@layer x, y; @layer x { @container card (inline-size >= 30em) { a { margin: 0 } } }',
    '@supports (top: 0) and (not (unknown: 0)) { @media (400px <= width <= 700px) { a { top: 0 } } }',
    '@scope (.a) to (.b) { :scope { top: 0 } } @starting-style { a { opacity: 0 } }',
    '@property --x { syntax: "<length>"; inherits: true; initial-value: 0px }',
    ':root { --a: light-dark(#fff, #000); --empty:; --b: { c: d }; --c:  1px +2px /* x */ ; --d: "</style>" }',
    'a:has(> img, + b):is(.c, .d):nth-child(2n+1 of .e):not(:nth-child(-n + 3))::before { content: "\\201C" "</style>" }',
    'a { width: calc(100% - (2 * var(--gap, 1rem)) + -1px); color: oklch(from var(--a) l c h / 50%) !important }',
    '.\\31 a, [data-x="a" i] *, a/**/.b { grid: [a] 1fr [b] / auto-flow; font: 1rem/1.5 "A B", serif; margin: -.5em 0 }',
    ...globSync('src/site/styles/**/*.css').map((file) => readFileSync(file, 'utf8')),
  ]
  const pairs = styles
    .flatMap((css) => {
      const checked = checkCss(css)
      return checked.problems.some(({ message }) => !/url|@import|@font-face|kB/.test(message))
        ? [[css, 'refused']]
        : [[css, checked.css]]
    })
    .filter(([, minified]) => minified !== '')
  expect(pairs.length).toBeGreaterThan(25)
  const page = await site.visit('/')
  const rules = await page.evaluate(
    (all) =>
      all.map((pair) =>
        pair.map((css) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(css)
          return [...sheet.cssRules].map(({ cssText }) => cssText)
        }),
      ),
    pairs,
  )
  // Custom properties are given back as they are written.
  const unescaped = (all: string[] = []) => all.map((rule) => rule.replaceAll('\\3c/', '</'))
  for (const [before, after] of rules) expect(unescaped(after)).toEqual(before)
})

const zip = (changed = {}) => ({
  name: 'harbour.zip',
  mimeType: 'application/zip',
  buffer: themeZip(foreignTheme(changed)),
})
const rule = '.home-name{display:none}'
const hiding = { 'theme.css': '.home-name { display: none }' }

it('a theme of somebody else is refused with each problem beside the field, added, chosen, and left with one click', async () => {
  const page = await site.visitAs(ada, look, { width: 360 })
  const field = page.getByLabel('Add a theme')
  const before = await html()
  await field.setInputFiles(zip({ 'x.js': 'alert(1)', 'theme.css': '\n@import "x";' }))
  const refused = page.getByRole('alert').filter({ hasText: 'harbour.zip was not added.' })
  await refused.getByText('A theme has no scripts and no documents. Remove this file.').waitFor()
  expect(await refused.getByRole('listitem').allInnerTexts()).toEqual([
    'x.js\nA theme has no scripts and no documents. Remove this file.',
    'theme.css:2\n@import is not allowed here.',
  ])
  expect(await axeViolations(page)).toEqual([])
  await field.setInputFiles({ ...zip(), buffer: Buffer.alloc(6 * 2 ** 20) })
  await page.getByText('harbour.zip was not added: a theme has at most 5 MB.').waitFor()

  await field.setInputFiles(zip(hiding))
  await page.getByText('Harbour is among the themes above. Choose it there.').waitFor()
  await expectFine(page, look)
  await page.getByRole('radio', { name: /^Harbour/ }).check({ force: true })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  expect(await html()).toContain(rule)

  await page.getByRole('button', { name: 'Remove Harbour' }).click()
  // Under the pointer it stays.
  await page.getByText('Harbour removed. The page has the look Editorial').hover()
  await eventually(async () => (await html()).includes(rule), false)
  await page.getByText('The theme “harbour” is not here. The page is shown in Editorial.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Harbour' }).waitFor()
  await eventually(async () => (await html()).includes(rule), true)
  await page.getByRole('radio', { name: /^Editorial/ }).check({ force: true })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await eventually(html, before)

  await page.goto('/admin/history')
  for (const sentence of ['Theme “Harbour” created', 'Theme “Harbour” deleted', 'Theme “Harbour” undone'])
    await page.getByText(sentence).first().waitFor()
})

it('a pair of typefaces is shown in its own type, previewed, published, kept while another theme is on, and undone', async () => {
  const before = await html()
  const page = await site.visitAs(ada, look, { width: 1440, height: 900 })
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  await radio('Bricolage & Hanken').waitFor()
  expect(await radio('Bricolage & Hanken').isChecked()).toBe(true)
  await page.locator('.typefaces-specimen').last().scrollIntoViewIfNeeded()
  const family = page.locator('.typefaces-specimen > :first-child').nth(1)
  expect(await family.evaluate((element) => getComputedStyle(element).fontFamily)).toContain(
    'editorial franklin Franklin',
  )
  // Drawn in it, not in what stands in for it.
  await eventually(
    () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('franklin Franklin') && status === 'loaded'),
      ),
    true,
  )
  expect(await axeViolations(page)).toEqual([])

  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  const drawnIn = () =>
    page
      .frameLocator('.preview-room iframe')
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--display').split(',')[0])
  await radio('Franklin & Source Serif').check({ force: true })
  await eventually(drawnIn, '"Franklin"')
  expect(await html()).toBe(before)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  await eventually(async () => (await html()).includes('--display:"Franklin"'), true)

  await page.getByRole('radio', { name: /^Literary/ }).check({ force: true })
  await radio('Alegreya').check({ force: true })
  await eventually(drawnIn, '"Alegreya"')
  await page.getByRole('radio', { name: /^Editorial/ }).check({ force: true })
  await eventually(drawnIn, '"Franklin"')
  await eventually(() => radio('Franklin & Source Serif').isChecked(), true)
  await page.getByRole('radio', { name: /^Literary/ }).check({ force: true })
  await eventually(drawnIn, '"Alegreya"')
})
