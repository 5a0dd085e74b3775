import type { Page } from 'playwright-core'
import { totpCode, totpStep } from '../../support/totp.ts'
import type { Person } from './people.ts'

/** RFC 4648, as authenticator apps write their keys. */
const base32 = (text: string): Uint8Array => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

export const secondStepPanel = (page: Page) => page.getByRole('region', { name: 'Second step', exact: true })

/** Opens the set-up on the User screen; resolves to what the authenticator app then knows. */
export const beginSecondStep = async (page: Page, { password }: Person): Promise<string> => {
  const panel = secondStepPanel(page)
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await panel.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  return new TextDecoder().decode(base32(((await panel.locator('code').textContent()) ?? '').replaceAll(' ', '')))
}

/** Enters the first code; resolves to the recovery codes. */
export const finishSecondStep = async (page: Page, secret: string): Promise<string[]> => {
  const panel = secondStepPanel(page)
  await panel.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, totpStep(Date.now())))
  await page.keyboard.press('Enter')
  await page.getByText('The second step is on').waitFor()
  const codes = panel.locator('.recovery-codes li')
  await codes.first().waitFor()
  return codes.allTextContents()
}

export const turnOnSecondStep = async (page: Page, who: Person): Promise<string[]> =>
  finishSecondStep(page, await beginSecondStep(page, who))
