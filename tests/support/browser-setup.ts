import { afterAll, afterEach } from 'vitest'
import { closePages, closeSpecialBrowsers } from './browser.ts'
import { endChildren } from './other-browsers/child.ts'

afterEach(closePages)
afterAll(closeSpecialBrowsers)
afterAll(endChildren)
