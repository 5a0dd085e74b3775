import type { Locator, Page } from 'playwright-core'

/** What a new user has done so far. */
export interface Effort {
  clicks: number
  /** Keys pressed to write what only they can know: their name, their project. */
  keys: number
}

/** Hands that count what they do. */
export const countingHands = () => {
  const effort: Effort = { clicks: 0, keys: 0 }
  const click = async (what: Locator) => {
    await what.click()
    effort.clicks += 1
  }
  return {
    effort,
    click,
    type: async (what: Locator, text: string) => {
      await click(what)
      await what.pressSequentially(text)
      effort.keys += text.length
    },
    /** Chooses the file for the form's first image. */
    upload: async (page: Page, file: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        click(page.getByText('Upload', { exact: true }).first()),
      ])
      await chooser.setFiles(file)
      effort.clicks += 1
      await page.getByText('Replace', { exact: true }).waitFor()
    },
  }
}
