import type { Page } from 'playwright-core'
import { eventually } from '../../support/browser.ts'

type Hearing = { announced: string[] }

/**
 * Takes a row up with Space, by its handle. Resolves once arrow keys move it, to what screen readers were told: dnd-kit hears arrows a
 * task after it has said that the row is taken, on a busy machine much later, and from then on keeps them from the browser, even those
 * that lead nowhere, as the key `nowhere` has to. It soon says what the row is over, so that the first sentence has to be noted.
 */
export const takeUp = async (page: Page, name: string, nowhere = 'ArrowRight'): Promise<string> => {
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live]')) announced.push(region.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus()
  await page.keyboard.press('Space')
  const isHeard = () =>
    page.evaluate((code) => !document.dispatchEvent(new KeyboardEvent('keydown', { code, cancelable: true })), nowhere)
  await eventually(isHeard, true)
  let taken: string | undefined
  const announced = () => page.evaluate(() => (window as never as Hearing).announced)
  await eventually(async () => {
    taken = (await announced()).find((sentence) => sentence.includes(' taken, place '))
    return taken !== undefined
  }, true)
  return taken ?? ''
}
