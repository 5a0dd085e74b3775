import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { connectBidi } from './bidi.ts'
import { startChild } from './child.ts'
import { atRest, type OtherBrowser } from './other-browser.ts'

// Nothing that a first start asks for or fetches.
const preferences = {
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  // Its sandbox asks for namespaces that a container does not give.
  'security.sandbox.content.level': 0,
}

interface Entry {
  level: string
  text: string | null
}
interface Evaluated {
  type: 'success' | 'exception'
  result: { value: string; sharedId: string }
  exceptionDetails?: { text: string }
}

// A font that was on its way when the page was left (NS_BINDING_ABORTED, 0x804b0002): the navigation ended it.
const left = /^downloadable font: download failed .* status=2152398850 /

/** A Firefox without a window on the screen, spoken to by WebDriver BiDi, which it brings itself. */
export const startFirefox = async (program: string): Promise<OtherBrowser> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank']
  const firefox = await startChild(program, args, /WebDriver BiDi listening on (ws:\S+)/, {
    env: { PATH: process.env.PATH, HOME: folder },
  })
  const errors: string[] = []
  const bidi = await connectBidi(`${firefox.said}/session`, (method, params) => {
    const { level, text } = params as Entry
    if (method === 'log.entryAdded' && level === 'error' && !left.test(text ?? '')) errors.push(text ?? '')
  })
  await bidi.call('session.new', { capabilities: {} })
  await bidi.call('session.subscribe', { events: ['log.entryAdded'] })
  const tree = await bidi.call<{ contexts: { context: string }[] }>('browsingContext.getTree')
  const context = tree.contexts[0]?.context
  await bidi.call('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })

  const run = async (expression: string) => {
    const evaluated = await bidi.call<Evaluated>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })
    if (evaluated.type === 'exception') throw new Error(`${expression}: ${evaluated.exceptionDetails?.text}`)
    return evaluated.result
  }
  // As text, since the protocol has a form of its own for every kind of value.
  const evaluate = async <T>(expression: string): Promise<T> =>
    JSON.parse((await run(`Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`)).value)
  const click = async (element: string) => {
    await vi.waitUntil(() => evaluate<boolean>(atRest(element)), { timeout: 30_000 })
    const { sharedId } = await run(element)
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await bidi.call('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }
  return {
    open: async (url) => void (await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    click,
    type: async (element, text) => {
      await click(element)
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await bidi.call('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
    },
    errors: async () => errors.splice(0),
    close: async () => {
      bidi.close()
      await firefox.end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
