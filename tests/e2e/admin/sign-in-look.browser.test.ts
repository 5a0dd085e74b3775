import { beforeAll, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { builtInThemes } from '../../support/themes.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const lookNow = async () => (await (await fetch(`${site.url}/api/auth/sign-in-options`)).json()).look

it.each(builtInThemes.map((theme) => [theme.id, theme] as const))(
  'the sign-in screen has the colours and the display type of the page, in the theme %s, and can be read',
  async (id, { tokens, pairs }) => {
    const pair = pairs.at(-1)
    const family = pair?.display?.[0] ?? tokens.font.display.$value[0]
    await site.callAs(ada, 'PATCH', '/settings', { theme: id, typefaces: [`${id}/${pair?.id}`] })
    await eventually(async () => (await lookNow()).display.family, family)
    const look = await lookNow()
    const page = await site.visit('/login', { width: 360, reducedMotion: 'reduce' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const button = page.getByRole('button', { name: 'Login', exact: true })
      const asHex = async () => {
        const [red, green, blue] =
          (await button.evaluate((one) => getComputedStyle(one).backgroundColor)).match(/\d+/g) ?? []
        return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
      }
      await eventually(asHex, look[colorScheme].accent)
      await eventually(
        () =>
          page.evaluate(
            (name) => [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'),
            `Page ${family}`,
          ),
        true,
      )
      expect(await axeViolations(page), colorScheme).toEqual([])
    }
  },
)
