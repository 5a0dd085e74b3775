import type { Locator, Page } from 'playwright-core'

/** Acts of an owner on a screen, with the presses that they take. */
export interface Hands {
  page: Page
  effort: { presses: number; keys: number }
  /** Presses a button, follows a link, ticks a box. */
  press(what: Locator): Promise<void>
  /** Types into a field that has the focus, or gets it first. */
  write(field: Locator, text: string): Promise<void>
  /** Pastes what was copied from a document into a field. */
  paste(field: Locator, html: string): Promise<void>
  /** Chooses an option of a native list. */
  choose(list: Locator, label: string): Promise<void>
  /** Chooses files in the system's dialog, which a label or its file input opens. */
  upload(label: Locator, files: readonly string[]): Promise<void>
}

/** Acts that only a mouse or a finger is measured with. */
export interface MouseHands extends Hands {
  /** Takes something to where another is: one press, held. */
  drag(what: Locator, to: Locator): Promise<void>
  /** Puts the caret behind a word with a press and types another in its place. */
  mend(field: Locator, word: string, by: string): Promise<void>
}

const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement)

/** Acts that are the same with a mouse and without, once the field has the focus. */
const typing = (page: Page, effort: Hands['effort']) => ({
  type: async (field: Locator, text: string) => {
    const before = await field.inputValue()
    await page.keyboard.type(text)
    effort.keys += [...text].length
    const after = await field.inputValue()
    if (!after.includes(text)) throw new Error(`Typed “${text}” into “${before}”, and the field has “${after}”.`)
  },
  copyAndPaste: async (html: string) => {
    const document = await page.context().newPage()
    await document.setContent(html)
    await document.keyboard.press('ControlOrMeta+a')
    await document.keyboard.press('ControlOrMeta+c')
    await document.close()
    await page.keyboard.press('ControlOrMeta+v')
    effort.keys += 1
  },
})

/**
 * Hands with a mouse: every press counts one, on a field too unless it has the focus already; a native list two, to open it and to choose;
 * the system's dialog for files one more. Keys only type: neither Tab nor Enter nor a shortcut spares a press.
 */
export const withMouse = (page: Page): MouseHands => {
  const effort = { presses: 0, keys: 0 }
  const { type, copyAndPaste } = typing(page, effort)
  const press = async (what: Locator) => {
    await what.click()
    effort.presses += 1
  }
  const enter = async (field: Locator) => {
    await field.waitFor()
    if (!(await hasFocus(field))) await press(field)
  }
  return {
    page,
    effort,
    press,
    write: async (field, text) => {
      await enter(field)
      await type(field, text)
    },
    paste: async (field, html) => {
      await enter(field)
      await copyAndPaste(html)
    },
    choose: async (list, label) => {
      await list.selectOption({ label })
      effort.presses += 2
    },
    upload: async (label, files) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(label)])
      await chooser.setFiles([...files])
      effort.presses += 1
    },
    drag: async (what, to) => {
      await what.hover()
      await page.mouse.down()
      const box = await to.boundingBox()
      if (!box) throw new Error(`There is nowhere to drag to: ${to}`)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
      await page.mouse.up()
      effort.presses += 1
    },
    mend: async (field, word, by) => {
      await press(field)
      await field.evaluate((element: HTMLTextAreaElement, word) => {
        const at = element.value.indexOf(word) + word.length
        element.setSelectionRange(at, at)
      }, word)
      for (const _ of word) await page.keyboard.press('Backspace')
      effort.keys += [...word].length
      await type(field, by)
    },
  }
}

const mostTabs = 150
const settleMs = 10_000

/**
 * Hands without a mouse: Tab goes to a control, Enter and Space press it, arrow keys choose in a menu. `lost` names the acts after which
 * the focus was on nothing, from where Tab would start at the top.
 */
export const withKeys = (page: Page): Hands & { lost: string[] } => {
  const effort = { presses: 0, keys: 0 }
  const lost: string[] = []
  const { type, copyAndPaste } = typing(page, effort)
  let documentStart = 0
  /** The newest act; none in a document that was just opened. */
  let last: string | undefined
  /** True in another document than before, which begins at its top, as in every browser. Its start is 0 while one leaves. */
  const isNew = async () => {
    const before = documentStart
    documentStart = await page.evaluate(() => performance.timeOrigin).catch(() => 0)
    return documentStart === 0 || documentStart !== before
  }
  /** Waits until the focus is on something. */
  const settle = async () => {
    await page.waitForLoadState()
    const isOn = () => document.activeElement !== null && document.activeElement !== document.body
    const isKept = async () => {
      if (await isNew()) last = undefined
      return (
        last === undefined || (await page.waitForFunction(isOn, undefined, { timeout: settleMs }).catch(() => false))
      )
    }
    if (!(await isKept()) && !(await isKept())) lost.push(last ?? '')
  }
  const key = async (name: string) => {
    await page.keyboard.press(name)
    effort.keys += 1
  }
  const goTo = async (what: Locator) => {
    await what.waitFor({ state: 'attached' })
    // By now the outcome of the act before is there.
    await settle()
    const isOption = (await what.getAttribute('role')) === 'menuitem'
    for (let tries = 0; tries < mostTabs; tries += 1) {
      if (await hasFocus(what)) return
      await key(isOption ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`The keys never reach ${what}; before: ${last ?? 'nothing'}.`)
  }
  const act = async (name: string, run: () => Promise<void>) => {
    await run()
    last = name
    await settle()
  }
  const press = async (what: Locator) => {
    await goTo(what)
    const isBox = (await what.getAttribute('type')) === 'checkbox'
    await act(`pressing ${what}`, () => key(isBox ? 'Space' : 'Enter'))
  }
  return {
    page,
    effort,
    lost,
    press,
    write: async (field, text) => {
      await goTo(field)
      await act(`typing “${text}”`, () => type(field, text))
    },
    paste: async (field, html) => {
      await goTo(field)
      await act(`pasting into ${field}`, () => copyAndPaste(html))
    },
    choose: async (list, label) => {
      await goTo(list)
      await act(`choosing ${label}`, () => page.keyboard.type(label))
    },
    upload: async (label, files) => {
      await goTo(label.locator('input'))
      await act('an upload', async () => {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), key('Space')])
        await chooser.setFiles([...files])
      })
    },
  }
}
