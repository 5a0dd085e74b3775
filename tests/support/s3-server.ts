import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises' // until it answers
import { promisify } from 'node:util'
import { AwsClient } from 'aws4fetch'
import { install } from '../../prove/support/tools.ts'
import type { BucketOptions } from '../../src/server/process/config.ts'
import { freePort } from './free-port.ts'

/** OpenStack Swift on loopback with its S3 interface: a storage service as providers run it, with one copy of each object. */
export interface S3Server {
  /** An empty bucket of its own. */
  bucket(name: string): Promise<BucketOptions>
  /** Ends what answers outside, at once; objects stay. */
  crash(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

const [accessKeyId, secretAccessKey, region] = ['vitrine:tester', 'four-lighthouses', 'us-east-1']

const run = promisify(execFile)

// Debian's own: its modules are not there for another one on the PATH.
const python = '/usr/bin/python3'

/** True when Debian's `python3-swift` is there, or could be brought. */
export const needSwift = async (): Promise<boolean> => {
  const isThere = () => run(python, ['-c', 'import swift.common.wsgi']).then(Boolean, () => false)
  if (await isThere()) return true
  install('python3-swift')
  return isThere()
}

// Swift otherwise reads /etc/swift.
const configured = `import sys
from swift.common.utils import set_swift_dir
folder, *rest = sys.argv[1:]
set_swift_dir(folder)
`

const serve = `${configured}from swift.common.wsgi import run_wsgi
server, settings = rest
sys.exit(run_wsgi(settings, server))`

const makeRing = `${configured}from swift.common.ring import RingBuilder
name, port = rest
ring = RingBuilder(2, 1, 1)
ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1, 'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
ring.rebalance()
ring.get_ring().save('%s/%s.ring.gz' % (folder, name))`

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
fallocate_reserve = 0
workers = 0
`

const storage = (folder: string, name: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

const filters = ['catch_errors', 'gatekeeper', 'listing_formats', 's3api', 'copy', 'slo', 'dlo', 'versioned_writes']

// Nothing listens on port 9: it does without a cache of accounts.
const proxy = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:tempauth]
use = egg:swift#tempauth
user_vitrine_tester = ${secretAccessKey} .admin
${filters.map((filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n`).join('')}`

/** Starts the four servers; rejects with what they printed when they do not come up. */
export const startS3Server = async (): Promise<S3Server> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-s3-'))
  await mkdir(path.join(folder, 'devices/disk'), { recursive: true })
  await writeFile(
    path.join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = vitrine\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  let printed = ''
  const launch = (server: string, settings: string): ChildProcess => {
    const child = spawn(python, ['-c', serve, folder, `${server}-server`, settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        printed = (printed + text).slice(-4000)
      })
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  const port = await freePort()
  const outside = path.join(folder, 'proxy.conf')
  await writeFile(outside, proxy(folder, port))
  const inside = await Promise.all(
    ['account', 'container', 'object'].map(async (name) => {
      const own = await freePort()
      const settings = path.join(folder, `${name}.conf`)
      await writeFile(settings, storage(folder, name, own))
      await run(python, ['-c', makeRing, folder, name, String(own)])
      return launch(name, settings)
    }),
  )
  let front = launch('proxy', outside)
  const endpoint = `http://127.0.0.1:${port}`
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const made = async (name: string) => {
    const { status } = await client.fetch(`${endpoint}/${name}`, { method: 'PUT' })
    // 409: it is ours already.
    return status === 200 || status === 409
  }
  const stop = async () => {
    for (const child of [front, ...inside]) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const ready = async () => {
    for (const deadline = Date.now() + 60_000; !(await made('ready').catch(() => false)); await sleep(50)) {
      if (front.exitCode === null && Date.now() < deadline) continue
      await stop()
      throw new Error(`Swift did not start:\n${printed}`)
    }
  }
  await ready()
  return {
    bucket: async (name) => {
      if (!(await made(name))) throw new Error(`The bucket could not be made:\n${printed}`)
      return { name, region, endpoint, accessKeyId, secretAccessKey, prefix: 'site/' }
    },
    crash: () => end(front),
    restart: async () => {
      front = launch('proxy', outside)
      await ready()
    },
    stop,
  }
}
