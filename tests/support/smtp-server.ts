import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from './free-port.ts'

/** What the server does with the next emails. `slow`: keeps them until `release`; `drop`: takes the email and cuts the line instead of answering. */
export type SmtpMode =
  | 'ok'
  | 'slow'
  | 'temporary'
  | 'permanent'
  | 'permanent data'
  | 'drop'
  | 'drop before data'
  | 'hang'

export interface ReceivedLetter {
  raw: string
  from: string
  to: string[]
}

/** A real mail server on loopback. */
export interface TestSmtp {
  /** To be sent to, without TLS. */
  url: string
  port: number
  mode: SmtpMode
  /** Takes and answers the emails that `slow` has kept. */
  release(): void
  /** What it took: answered with 250, or taken before the line was cut. */
  received: ReceivedLetter[]
  /** Connections so far. */
  connections: number
  /** Emails that it has read and does not answer. */
  hanging: number
  /** Names and passwords that were shown so far. */
  logins: number
  close(): Promise<void>
}

const failure = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Starts a mail server; `login` has it ask for this name and password, `tls` has it offer STARTTLS with a certificate that nobody trusts. */
export const startSmtp = async ({
  port = 0,
  login,
  tls = false,
}: {
  port?: number
  login?: { user: string; pass: string }
  tls?: boolean
} = {}): Promise<TestSmtp> => {
  const cut = (id: string) => {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  }
  let held = Promise.withResolvers<void>()
  const options: SMTPServerOptions = {
    disabledCommands: [...(login ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])],
    authOptional: !login,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onAuth: ({ username, password }, _, done) => {
      smtp.logins += 1
      if (username === login?.user && password === login?.pass) done(null, { user: username })
      else done(failure(535, 'Authentication credentials invalid'))
    },
    onConnect: (_, done) => {
      smtp.connections += 1
      done()
    },
    onMailFrom: (_, session, done) => {
      if (smtp.mode === 'drop before data') cut(session.id)
      else done()
    },
    onRcptTo: ({ address }, _, done) => {
      if (smtp.mode === 'temporary') done(failure(451, 'Greylisted, come back later'))
      else if (smtp.mode === 'permanent') done(failure(550, `No such user here: <${address}>`))
      else done()
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mode } = smtp
        if (mode === 'hang') {
          smtp.hanging += 1
          return
        }
        if (mode === 'permanent data') return done(failure(554, 'This looks like spam'))
        if (mode === 'slow') {
          smtp.hanging += 1
          await held.promise
          smtp.hanging -= 1
        }
        const { mailFrom, rcptTo } = session.envelope
        smtp.received.push({
          raw: Buffer.concat(chunks).toString(),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        })
        if (mode === 'drop') cut(session.id)
        else done(null, 'OK: queued as 4711')
      })
    },
  }
  const server = new SMTPServer(options)
  // A client that goes away in the middle is part of what is tried.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const bound = typeof address === 'object' && address ? address.port : 0
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mode: 'ok',
    release: () => {
      held.resolve()
      held = Promise.withResolvers()
    },
    received: [],
    connections: 0,
    hanging: 0,
    logins: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}

/** An address at which nobody listens. */
export const closedPort = freePort
