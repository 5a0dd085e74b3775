interface Answer {
  id?: number
  error?: string
  message?: string
  method?: string
  params?: unknown
  result?: unknown
}

/** A connection that speaks WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export interface Bidi {
  call<T>(method: string, params?: object): Promise<T>
  close(): void
}

/** Connects; `heard` gets each event that is subscribed to. */
export const connectBidi = async (url: string, heard: (method: string, params: unknown) => void): Promise<Bidi> => {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: Answer) => void>()
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`${url} takes no connection.`))
  })
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.method) heard(answer.method, answer.params)
    const take = waiting.get(answer.id ?? -1)
    waiting.delete(answer.id ?? -1)
    take?.(answer)
  }
  socket.onclose = () => {
    for (const take of waiting.values()) take({ error: 'closed', message: 'The browser has hung up.' })
    waiting.clear()
  }
  let calls = 0
  return {
    call: <T>(method: string, params: object = {}) =>
      new Promise<T>((resolve, reject) => {
        calls += 1
        waiting.set(calls, ({ error, message, result }) =>
          error ? reject(new Error(`${method}: ${error}: ${message}`)) : resolve(result as T),
        )
        socket.send(JSON.stringify({ id: calls, method, params }))
      }),
    close: () => socket.close(),
  }
}
