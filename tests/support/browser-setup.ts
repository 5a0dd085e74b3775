import { afterAll, afterEach } from 'vitest'
import { closePages, closeSpecialBrowsers } from './browser.ts'

afterEach(closePages)
afterAll(closeSpecialBrowsers)
