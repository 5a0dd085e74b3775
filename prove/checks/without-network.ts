import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { type Check, Skipped } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { program } from '../support/tools.ts'

const script = path.resolve(import.meta.dirname, '../support/forms-without-network.ts')

interface Result {
  missing: string[]
  attempts: number
  /** What the kernel counted when a connection and a look-up were tried on purpose. */
  noticed: { address: number; name: number }
}

/** Runs a script where there is nothing but the loopback address. */
const withoutNetwork = (file: string): Result => {
  const [unshare, sh, ip] = [program('unshare', 'util-linux'), program('sh', 'dash'), program('ip', 'iproute2')]
  const alone = ['--net', sh, '-c', `"${ip}" link set lo up && exec "$@"`, 'sh']
  if (spawnSync(unshare, [...alone, 'true']).status !== 0)
    throw new Skipped('It takes a network namespace of its own, which this user may not make (root may).')
  const { status, stdout, stderr } = spawnSync(unshare, [...alone, process.execPath, file], {
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (status !== 0) throw new Error(`Without a network it ended with ${status}: ${stderr.slice(-2000)}`)
  return JSON.parse(stdout)
}

/** The forms of the CV and the share cards, made where nothing can be fetched. */
export const formsWithoutNetwork: Check = {
  name: 'without-network',
  kind: 'threat',
  promise:
    'The CV in each form and the share cards are made without a network, before and after a change; nothing tries to leave the machine.',
  run: async () => {
    const { missing, attempts, noticed } = withoutNetwork(script)
    return [
      none('forms that did not come', missing),
      none(
        'attempts to leave the machine',
        Array.from({ length: attempts }, () => 'a packet without a route'),
      ),
      atLeast('attempts that the kernel counted when one was made on purpose', noticed.address, 1),
      atLeast('attempts that it counted when a name was looked up', noticed.name, 1),
    ]
  },
}
