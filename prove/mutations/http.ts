import type { Mutation } from './mutation.ts'

const connections = ['src/server/http/connections.test.ts']

/** Bounds on the connections and the cost of one client. */
export const httpMutations: Mutation[] = [
  {
    loses: 'that a reader has to take something of its answer',
    file: 'src/server/http/connections.ts',
    old: 'queued > 0 ? taken !== seen.taken : answerInHand(socket)',
    new: 'answerInHand(socket)',
    tests: connections,
  },
  {
    loses: 'that one client gets only its share of the connections',
    file: 'src/server/http/server.ts',
    old: 'if (shares) shareConnections(server, most)',
    new: 'if (!shares) shareConnections(server, most)',
    tests: connections,
  },
  {
    loses: 'that a refusal never stands in another answer',
    file: 'src/server/http/server.ts',
    old: '|| !socket.writable || isAnswered',
    new: '|| !socket.writable || (isAnswered && false)',
    tests: connections,
  },
  {
    loses: 'that two hosts are refused',
    file: 'src/server/http/listener.ts',
    old: "httpVersionMajor !== 1 || host?.includes(',') === true",
    new: 'httpVersionMajor !== 1 || host === undefined',
    tests: ['src/server/http/server.test.ts'],
  },
  {
    loses: 'that a port is no new client',
    file: 'src/server/endpoint/client-ip.ts',
    old: 'return ipOf(fromTheEnd(header, trusted)) ?? socket',
    new: 'return fromTheEnd(header, trusted) || socket',
    tests: ['src/server/endpoint/client-ip.test.ts'],
  },
  {
    loses: 'that logs hold patterns of addresses',
    file: 'src/server/http/app.ts',
    old: 'log.request(context.req.method, pathForLog(context)',
    new: 'log.request(context.req.method, context.req.path',
    tests: ['src/server/inbox/messages/api.test.ts'],
  },
]
