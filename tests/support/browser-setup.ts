import { afterAll, afterEach } from 'vitest'
import { closePages, closeSpecialBrowsers } from './browser.ts'
import { endChildren } from './other-browsers/child.ts'

afterEach(({ task }) => closePages({ failed: task.result?.state === 'fail' }))
afterAll(closeSpecialBrowsers)
afterAll(endChildren)
