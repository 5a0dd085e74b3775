import { openDatabase } from '../../src/server/db/open.ts'
import { createImageProcess } from '../../src/server/media/image-process.ts'
import { createMedia } from '../../src/server/media/media.ts'
import { bomb, halves } from './pictures.ts'

// Uploads the worst image that is taken to the store whose options are the argument, and prints by how many bytes this process grew. A
// process of its own, in which nothing else takes memory or gives it back.
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}'))
// On a busy machine it takes longer than the product would let it.
const images = createImageProcess({ decodeTimeoutMs: 120_000 })
const media = createMedia({ database, images })
const upload = async (bytes: Uint8Array) => media.upload(bytes, { name: 'image.png', by: 'owner' })

await upload(await halves(40, 30, 'navy', 'orange').png().toBuffer())
const worst = bomb(6000, 4000)
const before = process.memoryUsage.rss()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 5)
await upload(worst)
clearInterval(watch)
console.log(peak - before)
await images.close()
await database.close()
