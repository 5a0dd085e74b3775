import type { Hands } from './hands.ts'

/** A person with a new site, and what she knows of herself. */
export interface Owner {
  name: string
  surname: string
  email: string
  role: string
  headline: string
  /** Of About, as her editor copies it. */
  introduction: string
  location: string
  /** Label and address, as typed. */
  links: readonly (readonly [label: string, address: string])[]
  portrait: { file: string; description: string }
  /** Shows herself only where the form asks for it. */
  isShy?: boolean
}

const roles = ['textbox', 'spinbutton', 'checkbox', 'combobox'] as const

export const formOf = ({ page }: Hands) => {
  const form = page.locator('main form')
  return {
    field: (name: string) =>
      roles.map((role) => form.getByRole(role, { name, exact: true })).reduce((all, one) => all.or(one)),
    button: (name: string | RegExp) => page.locator('main').getByRole('button', { name, exact: true }),
    /** The button that opens the system's dialog for a field's image. */
    image: (name: string) => form.locator(`[data-field=${name}]`).getByText('Upload', { exact: true }),
    link: (name: string | RegExp) => page.locator('main').getByRole('link', { name }),
    menu: (name: string) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor(),
    /** Message of the screen when an act is done. */
    told: (message: string) =>
      page.getByRole('status').filter({ hasText: message }).first().waitFor({ timeout: 120_000 }),
  }
}

/** From the link that the start printed to the end of the guided start. */
export const introduce = async (hands: Hands, said: string, owner: Owner): Promise<void> => {
  const { page, press, write, paste, upload } = hands
  const { field, button, image, heading } = formOf(hands)
  const link = /Make it yours\s+(\S+)/.exec(said)?.[1]
  if (!link) throw new Error(`The start printed no claim link:\n${said}`)
  await page.goto(link)
  const account = [
    ['Name', owner.name],
    ['Family Name', owner.surname],
    ['Username', owner.name.toLowerCase()],
    ['Email address', owner.email],
    ['Password', 'four lighthouses and a ferry'],
  ] as const
  for (const [label, text] of account) await write(page.getByLabel(label, { exact: true }), text)
  await press(page.getByRole('button', { name: 'Make this site yours' }))
  await press(page.getByRole('complementary', { name: 'Welcome' }).getByRole('link', { name: 'Make it yours' }))

  await heading('Introduce yourself')
  await write(field('Role'), owner.role)
  await write(field('Location'), owner.location)
  await write(field('Headline'), owner.headline)
  await paste(field('Introduction'), owner.introduction)
  const isAsked = await page.locator('[data-field=portrait] input[type=file]').getAttribute('required')
  if (!owner.isShy || isAsked !== null) {
    await upload(image('portrait'), [owner.portrait.file])
    await write(field('Description'), owner.portrait.description)
  }
  for (const [n, [label, address]] of owner.links.entries()) {
    await press(button('Add link'))
    await write(field(`Label ${n + 1}`), label)
    await write(field(`Address ${n + 1}`), address)
  }
  await press(button('Publish and continue'))
  await page.getByRole('complementary', { name: 'First steps' }).waitFor()
}

const firstText = 'main form :is(input:not([type=file], [type=checkbox]), textarea)'

/** Publishes entries one after the other, from the form of a new one; `fill` fills in one form. */
export const addAll = async <T>(
  hands: Hands,
  one: string,
  entries: readonly T[],
  fill: (entry: T, n: number) => Promise<void>,
): Promise<void> => {
  const { press, page } = hands
  const { button, heading } = formOf(hands)
  for (const [n, entry] of entries.entries()) {
    await heading(`Create ${one}`)
    await page.waitForFunction(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value === '',
      firstText,
    )
    await fill(entry, n)
    await press(button(n === entries.length - 1 ? 'Publish' : 'Publish and add another'))
  }
  await page.getByRole('heading', { name: `Create ${one}` }).waitFor({ state: 'detached' })
}
