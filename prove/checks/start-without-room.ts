import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnedProduct, startAgain } from '../support/owned-product.ts'
import { readStore } from '../support/stored.ts'

/** One way in which a disk takes nothing any more. */
export interface Shortage {
  name: string
  /** How the product ends before: in order, or as by a power cut, with its log beside the data. */
  killed: boolean
  begin(): Promise<void>
  end(): void
  /** Message of a refused write. */
  message: RegExp
}

const email = { user_name: 'Visitor', user_email: 'visitor@people.example', message: 'Is anybody there?' }
const failureMessage = 'Nothing can be saved'
const timeoutMs = 90_000

/** What a product that was started without room must do, and what of that it does not. */
const flawsOf = async (product: OwnedProduct, { message }: Shortage): Promise<string[]> => {
  const wrong: string[] = []
  const page = await product.ask('/')
  if (page.status !== 200) wrong.push(`the page answered ${page.status}`)
  const state = await product.ask('/healthz')
  if (state.status !== 200 || state.json?.status !== 'read-only') wrong.push(`/healthz said ${state.text}`)
  const { json } = await product.own('GET', '/api/health')
  const found = json?.findings?.find(({ name }: { name: string }) => name === 'Database')
  if (found?.status !== 'fail') wrong.push(`the Health page shows ${JSON.stringify(found)}`)
  const read = await product.own('GET', '/api/entries/skills')
  if (read.status !== 200) wrong.push(`reading in the admin answered ${read.status} ${read.text}`)
  // The reason is the owner's to know; visitors read one sentence, in the language of the site.
  const writes = [
    { said: /Nothing can be saved/, answer: await product.ask('/api/messages', { method: 'POST', body: email }) },
    {
      said: message,
      answer: await product.own('POST', '/api/entries/skills', { data: { name: 'Refused', percent: 1 } }),
    },
  ]
  for (const { said, answer } of writes)
    if (answer.status !== 503 || answer.json?.error !== 'unavailable' || !said.test(answer.json.message))
      wrong.push(`a write answered ${answer.status} ${answer.text}`)
  const told = product
    .said()
    .split('\n')
    .filter((line) => line.includes(failureMessage)).length
  if (told !== 1) wrong.push(`${told} lines of the log say it`)
  return wrong
}

/** Whether it goes on by itself once there is room, and lets other programs at the data again. */
const flawsAfter = async (product: OwnedProduct): Promise<string[]> => {
  const deadline = Date.now() + timeoutMs
  while ((await product.ask('/healthz')).json?.status !== 'ok') {
    if (Date.now() > deadline) return [`not well ${timeoutMs / 1000} s after there was room`]
    await sleep(100)
  }
  const save = await product.own('POST', '/api/entries/skills', { data: { name: 'Taken', percent: 2 } })
  const others = readStore(product.dataDir, (all) => all('select count(*) as n from entries'))
  return save.status === 201 && others.length === 1 ? [] : [`a save answered ${save.status} ${save.text}`]
}

/** Ends the product, takes its disk away, starts it, gives the disk back. Ends with a product that runs. */
export const startWithout = async (product: OwnedProduct, shortage: Shortage) => {
  const { cookie, dataDir } = product
  if (shortage.killed) await product.kill()
  else await product.stop()
  await shortage.begin()
  let began = false
  try {
    const again = await startAgain(cookie, { dataDir }).catch((error: Error) => error)
    if (again instanceof Error) return { ended: [`${shortage.name}: ${again.message}`], wrong: [], product: undefined }
    const wrong = await flawsOf(again, shortage)
    shortage.end()
    began = true
    wrong.push(...(await flawsAfter(again)))
    return { ended: [], wrong: wrong.map((what) => `${shortage.name}: ${what}`), product: again }
  } finally {
    if (!began) shortage.end()
  }
}

/** Mounts a file system anew, for reading alone or for both. */
export const remount = (folder: string, how: 'ro' | 'rw'): void => {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,${how}`, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The disk could not be made ${how}: ${stderr}`)
}
