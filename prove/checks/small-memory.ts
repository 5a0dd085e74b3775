import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createMemoryGroup, type MemoryGroup } from '../../tests/support/memory-group.ts'
import { type Check, Skipped } from '../check.ts'
import { figure, none } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'
import { copyCheckout } from '../support/planted.ts'

const megabyte = 1024 * 1024

const withGroup = async <T>(megabytes: number, work: (group: MemoryGroup) => Promise<T> | T): Promise<T> => {
  const group = createMemoryGroup(megabytes * megabyte)
  if (typeof group === 'string') throw new Skipped(group)
  try {
    return await work(group)
  } finally {
    // The kernel lets go of processes a moment after they have ended.
    await sleep(500)
    group.remove()
  }
}

/** Twelve megapixels as a phone held upright stores them: on their side, full of detail. */
const photo = () =>
  sharp({
    create: {
      ...{ width: 4000, height: 3000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(0.7)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()

const upload = (megabytes: number, bytes: Buffer) =>
  withGroup(megabytes, async ({ under, peak }) => {
    const product = await startOwned({ under })
    try {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
      const headers = { origin: product.url, cookie: product.cookie }
      const answer = await fetch(`${product.url}/api/media`, { method: 'POST', body, headers })
      const page = await fetch(product.url)
      return { status: answer.status, text: await answer.text(), page: page.status, peak: peak() / megabyte }
    } finally {
      await product.stop()
    }
  })

/** Machines with the memory of the smallest that can be rented. */
export const smallMemory: Check = {
  name: 'small-memory',
  kind: 'fault',
  promise:
    'The build passes with 512 MB, and a photo of 12 megapixels is accepted with 320 MB. With too little memory the answer is 503 with the reason, and the page is still served.',
  run: async ({ folder }) => {
    const checkout = copyCheckout(folder)
    const built = await withGroup(512, ({ under, peak }) => {
      const [command = '', ...words] = [...under, process.execPath, 'scripts/build.js', '--quiet']
      const { status, stderr } = spawnSync(command, words, { cwd: checkout, encoding: 'utf8' })
      return { failed: status === 0 ? [] : [stderr], peak: peak() / megabyte }
    })
    const bytes = await photo()
    const taken = await upload(320, bytes)
    const refused = await upload(190, bytes)
    const wrong = [
      ...(taken.status === 201 ? [] : [`with 320 MB: ${taken.status} ${taken.text}`]),
      ...(refused.status === 503 && refused.text.includes('out of memory')
        ? []
        : [`with 190 MB: ${refused.status} ${refused.text}`]),
      ...[taken, refused].filter(({ page }) => page !== 200).map(({ page }) => `the page: ${page}`),
    ]
    return [
      none('builds that failed with 512 MB', built.failed),
      figure('most memory of the build, page cache included', built.peak, undefined, { unit: 'MB' }),
      none('uploads not answered as promised', wrong),
      figure('most memory of server and upload', taken.peak, undefined, { unit: 'MB' }),
    ]
  },
}
