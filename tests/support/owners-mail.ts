import { afterAll, beforeAll } from 'vitest'
import { createTestApp, ownerIn, type TestApp, type TestBrowser } from './app.ts'
import type { TestStore } from './databases.ts'
import { startSmtp, type TestSmtp } from './smtp-server.ts'

interface OwnersMail {
  smtp: TestSmtp
  app: TestApp
  /** Signed in. */
  owner: TestBrowser
}

/** For a suite: a mail server, the app that delivers by it without limits, and its owner, handed over when they are there. */
export const useOwnersMail = (store: () => TestStore, ready: (made: OwnersMail) => void): void => {
  let made: OwnersMail | undefined
  beforeAll(async () => {
    const smtp = await startSmtp()
    const app = await createTestApp(store(), { smtp: { url: smtp.url, from: 'post@mira.example' }, limits: false })
    made = { smtp, app, owner: await ownerIn(app) }
    app.services.mail.outbox.start()
    ready(made)
  })
  afterAll(async () => {
    await made?.app.close()
    await made?.smtp.close()
  })
}
