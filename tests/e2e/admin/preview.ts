import type { Frame, Page } from 'playwright-core'

/** The page in the preview of this form, drawn; opens it first where it is closed. */
export const previewOf = async (page: Page): Promise<Frame> => {
  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  await toggle.waitFor()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  const element = await page.locator('iframe[data-drawn]').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('There is no preview.')
  return frame
}

/** What the preview marks as being edited, as text. */
export const selectedTexts = (frame: Frame): Promise<string[]> => frame.locator('[data-selected]').allTextContents()

/** Whether the whole of an element, or a view full of it, is to be seen in the frame. */
export const inView = (frame: Frame, selector: string): Promise<boolean> =>
  frame
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return (top >= 0 && bottom <= innerHeight) || (top <= 0 && bottom >= innerHeight)
    })
