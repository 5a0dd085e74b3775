import { afterEach, expect, it } from 'vitest'
import { Unavailable } from '../../model/errors.ts'
import { createCardProcess } from '../cards/cards.ts'
import { createCvProcess } from '../cv/cv-forms.ts'
import { createImageProcess } from '../media/image-process.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
})

it.each([
  ['an image', () => createImageProcess().rasterise(new Uint8Array())],
  ['a card', () => createCardProcess().draw({} as never)],
  ['a CV', () => createCvProcess().make({} as never)],
])('%s for which no process can be started is refused until later', async (_, make) => {
  for (const nowhere of ['/nowhere/node', `${import.meta.filename}/node`]) {
    process.execPath = nowhere
    await expect(make()).rejects.toThrow(Unavailable)
  }
})
