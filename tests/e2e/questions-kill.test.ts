import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { type OwnedProduct, startAgain, startOwned } from '../../prove/support/owned-product.ts'
import { copySampleData } from '../support/product.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-questions-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const send = ({ url }: OwnedProduct, to: string, body: object) =>
  fetch(url + to, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin: url },
    body: JSON.stringify(body),
  })
const stored = () => {
  const database = new DatabaseSync(path.join(dataDir, 'vitrine.db'), { readOnly: true })
  const rows = database.prepare('select message, answers from messages order by id').all()
  database.close()
  return rows.map(({ message, answers }) => [message, JSON.parse(String(answers)).length])
}

it('a process that is killed between a message and its answers loses neither, nor one that is killed while they come', async () => {
  await copySampleData(dataDir, { empty: true })
  let product = await startOwned({ dataDir })
  const questions = [{ text: 'When should it be ready?', answer: 'text', choices: [] }]
  expect((await product.own('PATCH', '/api/settings', { questions })).status).toBe(200)

  const sent: { message: string; path: string }[] = []
  for (let n = 0; n < 12; n += 1) {
    const message = `Message ${String(n).padStart(2, '0')}`
    const answer = await send(product, '/api/messages', {
      ...{ user_name: 'Emmy', user_email: `emmy${n}@example.com`, message },
    })
    sent.push({ message, path: ((await answer.json()) as { questions: string }).questions })
  }
  await product.kill()
  product = await startAgain(product.cookie, { dataDir })
  expect(stored()).toEqual(sent.map(({ message }) => [message, 0]))

  // The first answer is acknowledged; it is killed while the others are under way.
  const answered = sent.map(({ path: to }) =>
    send(product, to, { answer_1: 'In spring' }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  await Promise.race(answered)
  await product.kill()
  const statuses = await Promise.all(answered)
  product = await startAgain(product.cookie, { dataDir })
  const after = stored()
  expect(after.map(([message]) => message)).toEqual(sent.map(({ message }) => message))
  expect(statuses.flatMap((status, at) => (status === 201 && after[at]?.[1] !== 1 ? [sent[at]?.message] : []))).toEqual(
    [],
  )
  // Whose answers are not stored can send them again.
  for (const [at, { path: to }] of sent.entries())
    expect((await send(product, to, { answer_1: 'In spring' })).status).toBe(after[at]?.[1] === 1 ? 404 : 201)
  expect(stored().every(([, count]) => count === 1)).toBe(true)
  await product.stop()
}, 180_000)
