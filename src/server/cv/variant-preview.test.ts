import { expect, it, vi } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { newCvVariantSchema } from '../../model/cv/variant.ts'
import type { MakeCvForm } from './cv-forms.ts'
import { createVariantPreview } from './variants.ts'

const stays = new AbortController().signal
const headed = (headline: string) => newCvVariantSchema.parse({ name: 'acme', headline })

const open = () => {
  const finish: (() => void)[] = []
  const make = vi.fn<MakeCvForm>(async (_, { document }) => {
    await new Promise<void>((resolve) => finish.push(resolve))
    return { bytes: Buffer.from(document.role), svg: '<svg/>', pdf: { pages: 1, dropped: [], missing: [] } }
  })
  const preview = createVariantPreview({ content: exampleContent, publicUrl: 'https://mira.example', themes: [], make })
  const started = (count: number) => expect.poll(() => finish.length).toBe(count)
  return { preview, make, finish, started }
}

it('makes one preview at a time, and of those that wait the newest alone', async () => {
  const { preview, make, finish, started } = open()
  const first = preview(headed('First'), stays)
  await started(1)
  const [second, third] = [preview(headed('Second'), stays), preview(headed('Third'), stays)]
  finish[0]?.()
  expect(Buffer.from((await first).bytes).toString()).toBe('First')
  await expect(second).rejects.toThrow('A newer preview was asked for.')
  await started(2)
  finish[1]?.()
  expect(Buffer.from((await third).bytes).toString()).toBe('Third')
  expect(make).toHaveBeenCalledTimes(2)
})

it('makes no preview for who has left while it waited, and the next after one that failed', async () => {
  const { preview, make, finish, started } = open()
  const first = preview(headed('First'), stays)
  await started(1)
  const gone = new AbortController()
  const second = preview(headed('Second'), gone.signal)
  gone.abort()
  finish[0]?.()
  await first
  await expect(second).rejects.toThrow('A newer preview was asked for.')
  make.mockRejectedValueOnce(new Error('The process ended.'))
  await expect(preview(headed('Third'), stays)).rejects.toThrow('The process ended.')
  const fourth = preview(headed('Fourth'), stays)
  await started(2)
  finish[1]?.()
  expect((await fourth).facts.pages).toBe(1)
})
