// The control that shows what Node's own HTTP costs: no routing, no headers, two bytes.
import { createServer } from 'node:http'

const server = createServer((_request, response) => {
  response.end('ok')
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
