import type { Mutation } from './mutation.ts'

/** Bounds on the connections and the cost of one client. */
export const httpMutations: Mutation[] = [
  {
    loses: 'that a reader has to take something of its answer',
    in: 'endIdleConnections',
    old: 'queued > 0 ? taken !== seen.taken : answerInHand(socket)',
    new: 'answerInHand(socket)',
    noticed: 'ends a connection whose reader takes nothing of its answer',
  },
  {
    loses: 'that one client gets only its share of the connections',
    in: 'createHttpServer',
    old: 'if (shares) shareConnections(server, most)',
    new: 'if (!shares) shareConnections(server, most)',
    noticed: 'serves others while one client takes all the connections it can get, and refuses that client alone',
  },
  {
    loses: 'that a refusal never stands in another answer',
    in: 'refuseMalformed',
    old: '|| !socket.writable || isAnswered',
    new: '|| !socket.writable || (isAnswered && false)',
    noticed: 'never answers a request that it is working on with the refusal of what came after',
  },
  {
    loses: 'that a body which nobody asked for is not read on',
    in: 'endWithUnread',
    old: 'if (!request.complete) endUnread(request.socket)',
    new: 'if (!request) endUnread(response.req.socket)',
    noticed: '%s is not read on: the answer is the last one, and arrives',
  },
  {
    loses: 'that readers of videos share their reads',
    in: 'limit',
    old: 'pLimit(partsAtOnce)',
    new: 'pLimit(1000)',
    noticed: 'has hundreds of readers without a visit that waits for more than a few parts',
  },
  {
    loses: 'that two hosts are refused',
    in: 'isAmbiguous',
    old: "httpVersionMajor !== 1 || host?.includes(',') === true",
    new: 'httpVersionMajor !== 1 || host === undefined',
    noticed: 'answers %s with a refusal and lives on',
  },
  {
    loses: 'that a port is no new client',
    in: 'clientIp',
    old: 'return ipOf(fromTheEnd(header, trusted)) ?? socket',
    new: 'return fromTheEnd(header, trusted) || socket',
    noticed: 'with %i trusted proxies and X-Forwarded-For “%s” the client is %s',
  },
  {
    loses: 'that logs hold patterns of addresses',
    in: 'createApp',
    old: 'log.request(context.req.method, pathForLog(context)',
    new: 'log.request(context.req.method, context.req.path',
    noticed: 'never leaves the address in the log, whichever way it is called',
  },
]
