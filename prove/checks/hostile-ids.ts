import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { type CollectionName, collectionNames, collections } from '../../src/model/content/collections.ts'
import { imageFields } from '../../src/model/content/define-collection.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import { defaultCategories } from '../../src/model/settings/categories.ts'
import { sampleSettings } from '../../src/model/settings/sample-settings.ts'
import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { type OwnedProduct, startAgain, startOwned } from '../support/owned-product.ts'
import { type Planted, plantedBuild } from '../support/planted.ts'

const builtIns = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'prototype']
const hostile = [...builtIns, '', '../x', '0', 'null', '0195a000-0000-7000-8000-000000000000']

/** Faults of rendering that only some content meets: in an entry, and in the settings. */
export const throwers: Planted[] = [
  {
    in: 'Skill',
    old: '        {entry.name}\n',
    new: `        {entry.name.includes('unbearable') ? (() => { throw new Error('planted') })() : entry.name}\n`,
  },
  {
    in: 'Home',
    old: '        <Name name={settings.name} />\n',
    new: `        {settings.name.includes('unbearable') ? (() => { throw new Error('planted') })() : <Name name={settings.name} />}\n`,
  },
]

const upload = async (product: OwnedProduct): Promise<string> => {
  const png = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer()
  const body = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
    png,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return (await product.own('POST', '/api/media', body, headers)).json.id
}

const exampleOf = (name: CollectionName, image: string): Record<string, unknown> => ({
  ...examplesOf(name)[0],
  ...Object.fromEntries(imageFields(collections[name]).map((field) => [field, image])),
})

/** Sends every hostile value in every field of everything; tells what was taken that must not be, and when the page suffered. */
const attack = async (product: OwnedProduct, image: string) => {
  const faults: string[] = []
  const taken: string[] = []
  let sent = 0
  const send = async (method: string, address: string, body: unknown, mustRefuse: boolean) => {
    sent += 1
    const { status, text } = await product.own(method, address, body, { 'if-match': '*' })
    const told = `${method} ${address} ${JSON.stringify(body)?.slice(0, 100)}: ${status} ${text.slice(0, 100)}`
    if (status >= 500) faults.push(told)
    if (mustRefuse && status < 400) taken.push(told)
    const { failure } = (await product.own('GET', '/api/publishing')).json
    if (failure) faults.push(`${told}: ${failure}`)
  }
  for (const name of collectionNames) {
    const address = `/api/entries/${name}`
    const images = new Set(imageFields(collections[name]))
    for (const field of Object.keys(collections[name].fields))
      for (const value of hostile)
        await send('POST', address, { data: { ...exampleOf(name, image), [field]: value } }, images.has(field))
    for (const id of builtIns) {
      await send('GET', `${address}/${id}`, undefined, true)
      await send('PATCH', `${address}/${id}`, { data: {} }, true)
      await send('PUT', `${address}/order`, { ids: [id] }, true)
      await send('POST', address, { data: JSON.parse(`{"${id}":1}`) }, true)
    }
  }
  for (const id of builtIns) {
    await send('GET', `/api/entries/${id}`, undefined, true)
    await send('POST', `/api/entries/${id}`, { data: {} }, true)
    await send('GET', `/api/media/${id}`, undefined, true)
    await send('PATCH', '/api/settings', JSON.parse(`{"${id}":"x"}`), id !== '__proto__')
    await send('GET', `/api/changes?collection=${id}&entry=${id}`, undefined, false)
  }
  for (const [name, value] of Object.entries(sampleSettings))
    if (typeof value === 'string')
      for (const id of builtIns) await send('PATCH', '/api/settings', { [name]: id }, false)
  return { sent, faults, taken }
}

const addresses = ['/', '/all', '/design', '/404', '/sitemap.xml', '/api/content']
const missing = async (product: OwnedProduct) => {
  const answers = await Promise.all(addresses.map(async (address) => [address, (await product.ask(address)).status]))
  return answers.filter(([address, status]) => status !== (address === '/404' ? 404 : 200)).map(String)
}

/** Changes what is stored, as an earlier version or another program might have written it. */
const plantInStore = (dataDir: string, change: (database: DatabaseSync) => void) => {
  const database = new DatabaseSync(path.join(dataDir, 'vitrine.db'))
  try {
    change(database)
  } finally {
    database.close()
  }
}

const nameImages = (id: string) => (database: DatabaseSync) => {
  for (const name of collectionNames)
    for (const field of imageFields(collections[name]))
      database
        .prepare(
          'update entries set published = json_set(published, ?, ?), draft = json_set(draft, ?, ?) where collection = ?',
        )
        .run(`$.${field}`, id, `$.${field}`, id, name)
}

/** Names of built-ins and unknown ids in every field; and content that cannot be rendered, over a restart. */
export const hostileIds: Check = {
  name: 'hostile-ids',
  kind: 'threat',
  promise:
    'An id that is the name of a built-in, or of nothing, in any field of any collection and setting is refused or harmless: publishing goes on, also after a restart. A stored entry that cannot be rendered keeps its last good state or is left off the page. When no new page can be rendered, the last good page is served, also after a restart, and /healthz reports it.',
  run: async ({ folder }) => {
    const options = { checkout: plantedBuild(folder, ...throwers), dataDir: path.join(folder, 'data') }
    const unshown: string[] = []
    const note = (what: string, wrong: readonly string[]) => unshown.push(...wrong.map((one) => `${what}: ${one}`))
    let product = await startOwned({ ...options, empty: true })
    const restart = async (change: (database: DatabaseSync) => void = () => {}) => {
      await product.stop()
      plantInStore(options.dataDir, change)
      product = await startAgain(product.cookie, options)
    }
    const health = async () => {
      const { status, json } = await product.ask('/healthz')
      return `${status} ${json.status} ${json.pages}`
    }
    const expectText = async (what: string, text: string, there: boolean) => {
      if ((await product.ask('/')).text.includes(text) !== there)
        note(what, [`${text} is ${there ? 'missing' : 'there'}`])
    }
    try {
      // An empty site has none, and examples of projects name theirs.
      await product.own('PATCH', '/api/settings', { categories: defaultCategories })
      const { sent, faults, taken } = await attack(product, await upload(product))
      await restart()
      note('after a restart', await missing(product))
      if ((await health()) !== '200 ok fresh') note('after a restart', [await health()])

      for (const id of builtIns) {
        await restart(nameImages(id))
        note(`with ${id} in the store`, await missing(product))
      }

      await product.own('POST', '/api/entries/skills', { data: { name: 'A skill that is good', percent: 5 } })
      await product.own('PATCH', '/api/settings', { name: 'Mira' })
      await restart((database) =>
        database.exec(
          `update entries set published = json_set(published, '$.name', 'unbearable'), draft = json_set(draft, '$.name', 'unbearable') where collection = 'skills' and published like '%that is good%'`,
        ),
      )
      note('with an entry that throws', await missing(product))
      await expectText('with an entry that throws', 'A skill that is good', true)
      if ((await health()) !== '200 degraded stale') note('with an entry that throws', [await health()])
      const list: { needsAttention?: { name?: string } }[] = (await product.own('GET', '/api/entries/skills?limit=200'))
        .json.entries
      if (!list.some(({ needsAttention }) => needsAttention?.name?.includes('cannot be shown')))
        note('the entry', ['is not marked'])

      await restart((database) =>
        database.exec(`update settings set published = json_set(published, '$.name', 'unbearable')`),
      )
      note('with settings that throw', await missing(product))
      await expectText('with settings that throw', 'Mira', true)
      if ((await health()) !== '200 degraded stale') note('with settings that throw', [await health()])

      return [
        atLeast('calls', sent, 700),
        none('answers with 5xx, and failed publishes', faults),
        none('hostile ids taken', taken),
        none('pages that were not as they should be', unshown),
      ]
    } finally {
      await product.stop().catch(() => {})
    }
  },
}
