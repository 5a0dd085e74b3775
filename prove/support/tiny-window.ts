import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Skipped } from '../check.ts'

// Node cannot make a receive window small, nor segments: with those of loopback, 64 kB each, the kernel takes whole files for a reader who takes
// nothing. Asks on each connection what it is told to, reads nothing, and opens a new one for each that ends.
const program = `
import select, socket, sys
port, count, request = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode()
opened, held = 0, select.poll()
sockets = {}
def one():
    global opened
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
    try:
        s.connect(('127.0.0.1', port))
        if request: s.send(request)
    except OSError:
        s.close()
        return
    opened += 1
    sockets[s.fileno()] = s
    held.register(s, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
while True:
    for _ in range(min(100, count - len(sockets))): one()
    print(len(sockets), opened, flush=True)
    for fd, _ in held.poll(20):
        held.unregister(fd)
        sockets.pop(fd).close()
`

/** One client on 127.0.0.1 that keeps up so many connections, each with `request` sent and nothing read; throws `Skipped` without Python. */
export const tinyWindow = (port: number, count: number, request: string) => {
  if (spawnSync('python3', ['--version']).status !== 0)
    throw new Skipped('It takes python3, to make a receive window small.')
  const child = spawn('python3', ['-c', program, String(port), String(count), request], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // What comes at once may end within a line.
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    last = lines.at(-1) ?? last
  })
  const numbers = () => last.split(' ').map(Number)
  return {
    /** How many connections the client has now, also such as the server has closed a moment ago. */
    held: () => numbers()[0] ?? 0,
    /** How many it has opened so far. */
    opened: () => numbers()[1] ?? 0,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
