import { expect, it } from 'vitest'
import { takeInheritedSocket } from './lean-process.ts'

it('a listening socket is taken when it is meant for this process, and its variables go with it', () => {
  const taken = (env: Record<string, string>) => [takeInheritedSocket(env, 77), env]
  const rest = { PORT: '1' }
  expect(taken({ ...rest, LISTEN_FDS: '1', LISTEN_PID: '77', LISTEN_FDNAMES: 'x' })).toEqual([3, rest])
  expect(taken({ ...rest, LISTEN_FDS: '1' })).toEqual([undefined, rest])
  expect(taken({ ...rest, LISTEN_FDS: '1', LISTEN_PID: '76' })).toEqual([undefined, rest])
  expect(taken({ ...rest, LISTEN_FDS: '2', LISTEN_PID: '77' })).toEqual([undefined, rest])
  expect(taken(rest)).toEqual([undefined, rest])
})
