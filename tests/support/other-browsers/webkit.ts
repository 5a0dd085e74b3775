import { vi } from 'vitest'
import { freePort } from '../free-port.ts'
import { startChild } from './child.ts'
import { atRest, type OtherBrowser } from './other-browser.ts'

// https://www.w3.org/TR/webdriver2/#elements
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

// From the page's load on: the driver tells nothing of its console. What the policy refuses before comes to the site as a report.
const listen = `(() => {
  const errors = (window.heardErrors = [])
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  const error = console.error
  console.error = (...said) => { errors.push(said.join(' ')); error(...said) }
})()`

/** A WebKitGTK on a display of its own, spoken to by WebDriver (https://www.w3.org/TR/webdriver2/). */
export const startWebKit = async (programs: { driver: string; display: string }): Promise<OtherBrowser> => {
  const display = await startChild(
    programs.display,
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    /^(\d+)\n/m,
  )
  const port = await freePort()
  const driver = await startChild(
    'sh',
    ['-c', 'echo started && exec "$@"', 'sh', programs.driver, `--port=${port}`, '--host=127.0.0.1'],
    /started/,
    {
      env: { ...process.env, DISPLAY: `:${display.said}`, NO_AT_BRIDGE: '1' },
    },
  )
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    })
    const { value } = (await response.json()) as { value: T }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await vi.waitFor(() => call('GET', '/status'), { timeout: 60_000 })
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const post = <T>(path: string, body: object = {}) => call<T>('POST', `/session/${sessionId}${path}`, body)
  await post('/window/rect', { x: 0, y: 0, width: 1280, height: 900 })

  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0]
      new Promise((resolve) => resolve(${expression})).then((value) => done([value ?? null]), (error) => done([null, String(error)]))`
    const [value, error] = await post<[T, string?]>('/execute/async', { script, args: [] })
    if (error) throw new Error(`${expression}: ${error}`)
    return value
  }
  const click = async (element: string) => {
    await vi.waitUntil(() => evaluate<boolean>(atRest(element)), { timeout: 30_000 })
    const { [elementKey]: id } = await evaluate<Record<string, string>>(element)
    await post(`/element/${id}/click`)
    return id
  }
  return {
    open: async (url) => {
      await post('/url', { url })
      await evaluate(listen)
    },
    evaluate,
    click: async (element) => void (await click(element)),
    type: async (element, text) => void (await post(`/element/${await click(element)}/value`, { text })),
    errors: () => evaluate<string[]>('window.heardErrors?.splice(0) ?? []'),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => {})
      await driver.end()
      await display.end()
    },
  }
}
