import sharp from 'sharp'
import type { OwnedProduct } from './owned-product.ts'
import { collectionsIn } from './whole-site.ts'

type Json = Record<string, unknown>

const colours = ['navy', 'teal', 'maroon']

const upload = async (product: OwnedProduct, background: string): Promise<string> => {
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), `${background}.png`)
  const headers = { origin: product.url, cookie: product.cookie }
  const answer = await fetch(`${product.url}/api/media`, { method: 'POST', body, headers })
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** An entry like another one, which a reader tells apart. */
const likeness = (data: Json, number: number, image: string | undefined): Json =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      if (field === 'slug') return [field, `${value}-${number}`]
      if (field === 'image' && image) return [field, image]
      const isText = typeof value === 'string' && /^\p{Lu}.* /u.test(value)
      return [field, isText ? `${value} No. ${number}` : value]
    }),
  )

/**
 * Does on a site with samples what owners do: entries made, drafted, changed, ordered and deleted, files, settings, messages. Only through
 * routes that each version has.
 */
export const fillSite = async (product: OwnedProduct): Promise<void> => {
  const own = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await product.own(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const images: string[] = []
  for (const colour of colours) images.push(await upload(product, colour))
  await own('PATCH', `/api/media/${images[0]}`, { alt: 'A plain field of navy' })

  const { json: content } = await product.ask('/api/content')
  for (const collection of collectionsIn(content)) {
    const list = `/api/entries/${collection}`
    const [sample] = (await own('GET', `${list}?limit=1`)).entries
    const make = (number: number, publish: boolean) =>
      own('POST', list, { data: likeness(sample.data, number, images[number]), publish })
    const [changed, , deleted] = [await make(0, true), await make(1, false), await make(2, true)]
    const version = { 'if-match': `"${changed.version}"` }
    await own('PATCH', `${list}/${changed.id}`, { data: likeness(changed.data, 3, undefined) }, version)
    await own('DELETE', `${list}/${deleted.id}`)
    const ids = (await own('GET', `${list}?limit=100`)).entries.map(({ id }: Json) => id)
    await own('PUT', `${list}/order`, { ids: ids.reverse() })
  }
  await own('PATCH', '/api/settings', { copyrightSince: 2019, role: 'Builder of ferry timetables' })
  for (const name of ['Ann', 'Bo', 'Chidi'])
    await product.ask('/api/messages', {
      method: 'POST',
      body: {
        user_name: name,
        user_email: `${name.toLowerCase()}@people.example`,
        message: `Hello, ${name} here. We have a timetable for you.`,
      },
    })
}
