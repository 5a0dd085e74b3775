import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Product, startProduct } from '../support/product.ts'
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts'

let smtp: TestSmtp
let product: Product
beforeEach(async () => {
  smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'post@site.example', MAIL_TO: 'mira@mira.example' }
  product = await startProduct({ empty: true, env })
})
afterEach(async () => {
  await product.stop()
  await smtp.close()
})

const write = () =>
  fetch(`${product.url}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time in May?' }),
  })

it('finishes the delivery in hand on SIGTERM, and says so', async () => {
  smtp.mode = 'slow'
  expect((await write()).status).toBe(201)
  await expect.poll(() => smtp.hanging).toBe(1)
  const stopped = product.stop()
  await expect.poll(() => product.said()).toContain('Stopping')
  smtp.release()
  expect(await stopped).toBe(0)
  expect(smtp.received.map(({ to }) => to)).toEqual([['mira@mira.example']])
  const sent = product
    .said()
    .split('\n')
    .filter((line) => line.includes('"Email sent"'))
  expect(sent).toHaveLength(1)
  // The log is no place for what people write, nor for their addresses.
  expect(product.said()).not.toMatch(/time in May|ada@example/)
})

it('ends in order though the mail server never answers', async () => {
  smtp.mode = 'hang'
  expect((await write()).status).toBe(201)
  await expect.poll(() => smtp.connections).toBe(1)
  expect(await product.stop()).toBe(0)
})
