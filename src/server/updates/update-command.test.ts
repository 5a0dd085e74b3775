import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateCommand } from './update-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-update-'))
  chmodSync(folder, 0o755)
  lay(at('versions/1.0.0'), { version: '1.0.0' })
  mkdirSync(at('versions/1.0.0/node_modules/sharp'), { recursive: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: string[]) => path.join(folder, ...names)
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** A program that says its version, and in the folder above the versions who it ran as. */
const program = `const { writeFileSync } = require('node:fs')
try { writeFileSync(__dirname + '/../../../ran-as', String(process.getuid())) } catch {}
console.log(require('../package.json').version)`

/** Lays out what a release has, with `locked` as what it depends on. */
const lay = (place: string, manifest: object, locked: object = { 'node_modules/sharp': { version: '1.0.0' } }) => {
  mkdirSync(path.join(place, 'bin'), { recursive: true })
  writeFileSync(path.join(place, 'bin/vitrine.js'), program)
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name: 'vitrine', ...manifest }))
  writeFileSync(path.join(place, 'npm-shrinkwrap.json'), JSON.stringify({ packages: { '': manifest, ...locked } }))
}

const pack = (manifest: object = { version: '1.1.0' }, name = 'vitrine-1.1.0.tgz'): string => {
  lay(at('stage/package'), manifest)
  execFileSync('tar', ['-C', at('stage'), '-czf', at(name), 'package'])
  return at(name)
}

const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const list = (...lines: string[]) => writeFileSync(at('SHA256SUMS'), lines.map((line) => `${line}\n`).join(''))
const other = '0'.repeat(64)

const update = (file: string, ...options: string[]) =>
  updateCommand([file, '--into', folder, '--no-restart', ...options], 'update FILE', at('versions/1.0.0'))
const refused = async (file: string, reason: RegExp, ...options: string[]) => {
  await expect(update(file, ...options)).rejects.toThrow(reason)
  expect(readdirSync(at('versions'))).toEqual(['1.0.0'])
  expect([existsSync(at('current')), existsSync(at('ran-as'))]).toEqual([false, false])
}

describe('what vouches for a release', () => {
  it('a release is refused that its list does not name, and one that has no list, and nothing of it is run', async () => {
    const file = pack()
    await refused(file, /There is no SHA256SUMS next to vitrine-1\.1\.0\.tgz.*--unchecked/)
    list(`${sumOf(file)}  vitrine-1.1.0.tar.xz`, `${sumOf(file)}  old vitrine-1.1.0.tgz`)
    await refused(file, /SHA256SUMS does not name vitrine-1\.1\.0\.tgz.*--unchecked/)
  })

  it('a release with another sum is refused, also where its name has a blank or is escaped, or where one of two sums differs', async () => {
    for (const [name, written] of [
      ['vitrine-1.1.0.tgz', '  vitrine-1.1.0.tgz'],
      ['my vitrine.tgz', '  my vitrine.tgz'],
      ['my vitrine.tgz', ' *my vitrine.tgz'],
    ] as const) {
      const file = pack({ version: '1.1.0' }, name)
      list(`${other}${written}`)
      await refused(file, /is not the file it should be: its SHA-256 is [\da-f]{64}, not 0{64}/)
      list(`${sumOf(file)}${written}`, `${other}${written}`)
      await refused(file, /is not the file it should be/)
    }
    const file = pack({ version: '1.1.0' }, 'a\\b\nc.tgz')
    list(`\\${other}  a\\\\b\\nc.tgz`)
    await refused(file, /is not the file it should be/)
  })

  it.each([
    ['plain', 'vitrine-1.1.0.tgz', (sum: string) => `${sum}  vitrine-1.1.0.tgz`],
    ['with blanks', ' my  vitrine.tgz', (sum: string) => `${sum.toUpperCase()}   my  vitrine.tgz`],
    ['marked as binary', 'my vitrine.tgz', (sum: string) => `${sum} *./my vitrine.tgz`],
    ['escaped', 'a\\b\nc.tgz', (sum: string) => `\\${sum}  a\\\\b\\nc.tgz`],
  ])(
    'a release is taken that its list names %s, and the report says that nobody signed the list',
    async (_, name, line) => {
      const file = pack({ version: '1.1.0' }, name)
      list(`${other}  other.tgz`, line(sumOf(file)))
      const { lines } = await update(file)
      expect(lines.join('\n')).toMatch(/SHA256SUMS.*who wrote that list is not known/s)
      expect(readlinkSync(at('current'))).toBe('versions/1.1.0')
    },
  )

  it('a sum that is given stands in for the list, and “--unchecked” for both, which the report says', async () => {
    const file = pack()
    await refused(file, /is not the file it should be/, '--sha256', other)
    await refused(file, /Usage/, '--sha256', sumOf(file), '--unchecked')
    expect((await update(file, '--sha256', sumOf(file).toUpperCase())).lines.join()).toMatch(/has the SHA-256 given/)
    rmSync(at('current'))
    expect((await update(file, '--unchecked')).lines.join()).toMatch(/was compared with nothing/)
  })

  it('what is no regular file is refused at once', async () => {
    execFileSync('mkfifo', [at('fifo.tgz')])
    list(`${other}  fifo.tgz`)
    await refused(at('fifo.tgz'), /is not a regular file/, '--unchecked')
    await refused('/dev/zero', /is not a regular file/, '--unchecked')
    await refused(at('nowhere.tgz'), /nowhere\.tgz cannot be read \(ENOENT\)/, '--unchecked')
  })
})

const missing = spawnSync('ssh-keygen', ['-?']).error ? ': ssh-keygen is not on this machine' : ''

describe.skipIf(missing)(`with the key of releases in the installed version${missing}`, () => {
  const keygen = (...words: string[]) => execFileSync('ssh-keygen', words, { stdio: 'ignore' })
  const makeKey = (name: string) => keygen('-q', '-t', 'ed25519', '-N', '', '-C', 'releases', '-f', at(name))
  const sign = (name: string, namespace = 'vitrine-release') => {
    rmSync(at('SHA256SUMS.sig'), { force: true })
    keygen('-Y', 'sign', '-f', at(name), '-n', namespace, at('SHA256SUMS'))
  }
  let file: string
  beforeEach(() => {
    makeKey('key')
    mkdirSync(at('versions/1.0.0/security'))
    writeFileSync(at('versions/1.0.0/security/release-key.pub'), readFileSync(at('key.pub')))
    file = pack()
    list(`${sumOf(file)}  vitrine-1.1.0.tgz`)
  })

  it('a list is refused that has no signature, also where the sum is given', async () => {
    await refused(file, /SHA256SUMS\.sig.*is missing/)
    await refused(file, /SHA256SUMS\.sig.*is missing/, '--sha256', sumOf(file))
    rmSync(at('SHA256SUMS'))
    await refused(file, /There is no SHA256SUMS.*To take it all the same: --unchecked\./, '--sha256', sumOf(file))
  })

  it('a list is refused that another key signed, or for another purpose, or that was changed since, whatever key the release brings', async () => {
    const wrong = /is not signed with the key of releases/
    makeKey('theirs')
    mkdirSync(at('stage/package/security'), { recursive: true })
    writeFileSync(at('stage/package/security/release-key.pub'), readFileSync(at('theirs.pub')))
    file = pack()
    list(`${sumOf(file)}  vitrine-1.1.0.tgz`)
    sign('theirs')
    await refused(file, wrong)
    sign('key', 'file')
    await refused(file, wrong)
    sign('key')
    list(`${sumOf(file)}  vitrine-1.1.0.tgz`, `${other}  more.tgz`)
    await refused(file, wrong)
    writeFileSync(at('versions/1.0.0/security/release-key.pub'), '')
    sign('key')
    await refused(file, wrong)
    rmSync(at('versions/1.0.0/security/release-key.pub'))
    mkdirSync(at('versions/1.0.0/security/release-key.pub'))
    await refused(file, /release-key\.pub is not a regular file/)
  })

  it('a list is taken that this key signed, and the report says so', async () => {
    sign('key')
    expect((await update(file)).lines.join()).toMatch(/signed with the key of releases/)
    expect(readlinkSync(at('current'))).toBe('versions/1.1.0')
  })
})

describe('a release that is taken', () => {
  it('stands beside the running version, with what both depend on and the Node that came with it, for a service to read', async () => {
    writeFileSync(at('versions/1.0.0/vitrine'), '', { mode: 0o755 })
    // Of an update that was killed.
    mkdirSync(at('versions/.unpacking-other'))
    const mask = process.umask(0o077)
    try {
      await update(pack(), '--unchecked')
    } finally {
      process.umask(mask)
    }
    expect(readdirSync(at('versions')).toSorted()).toEqual(['1.0.0', '1.1.0'])
    const places = ['', 'package.json', 'node_modules/sharp', 'vitrine'].map((name) => at('versions/1.1.0', name))
    expect(places.map((place) => (statSync(place).mode & 0o7777).toString(8))).toEqual(['755', '644', '755', '755'])
  })

  it('gets what it depends on from its own list where that is another one', async () => {
    lay(at('stage/package/thing'), { name: 'thing', version: '2.0.0' })
    const dependencies = { thing: 'file:thing' }
    lay(at('stage/package'), {})
    const file = pack({ version: '1.1.0', dependencies })
    const stage = at('stage/package')
    rmSync(path.join(stage, 'npm-shrinkwrap.json'))
    writeFileSync(path.join(stage, '.npmrc'), 'git=/bin/false')
    execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit'], { cwd: stage, stdio: 'ignore' })
    renameSync(path.join(stage, 'package-lock.json'), path.join(stage, 'npm-shrinkwrap.json'))
    execFileSync('tar', ['-C', at('stage'), '-czf', file, 'package'])
    await update(file, '--unchecked')
    expect(read(at('versions/1.1.0/node_modules/thing/package.json')).version).toBe('2.0.0')
    expect(['node_modules/sharp', '.npmrc'].filter((name) => existsSync(at('versions/1.1.0', name)))).toEqual([])
  })

  it('is left out where it is no release, does not run here, or is the one that is installed', async () => {
    await refused(pack({ name: 'other', version: '1.1.0' }), /is no release of Vitrine/, '--unchecked')
    await refused(pack({ version: '../1.1.0' }), /is no release of Vitrine/, '--unchecked')
    await refused(pack({ version: '1.0.0' }), /is the version that is installed/, '--unchecked')
    writeFileSync(at('text.tgz'), 'not an archive')
    await refused(at('text.tgz'), /could not be unpacked, so nothing was changed/, '--unchecked')
    mkdirSync(at('stage/package/node/bin'), { recursive: true })
    writeFileSync(at('stage/package/node/bin/node'), '\u007fELF of another machine (', { mode: 0o755 })
    await refused(pack(), /does not run on this machine, which is/, '--unchecked')
    expect(existsSync(at('versions/1.0.0/node_modules/sharp'))).toBe(true)
  })

  it('becomes “current”, and the version that serves is refused also by a program that was installed apart', async () => {
    await update(pack(), '--unchecked')
    await expect(update(pack(), '--unchecked')).rejects.toThrow(/is the version that is installed/)
    expect(read(at('current/package.json')).version).toBe('1.1.0')
    const { lines } = await update(pack({ version: '1.2.0' }), '--unchecked')
    expect(lines.join('\n')).toContain(`ln -sfn versions/1.1.0 ${at('current')}`)
    expect(readdirSync(at('versions')).toSorted()).toEqual(['1.0.0', '1.1.0', '1.2.0'])
  })

  const isRoot = process.getuid?.() === 0
  it.skipIf(!isRoot).each([
    ['daemon', 'the user of the service, also of one that is stopped', 'daemon'],
    ['nobody', '“nobody” where the service has no user', ''],
    ['nobody', '“nobody” where the service is root’s', 'root'],
  ])(
    `is run as %s: %s, in a folder that belongs to root${isRoot ? '' : ' (only root is tried)'}`,
    async (who, _, user) => {
      mkdirSync(at('path'))
      const said = `#!/bin/sh\necho ActiveState=inactive\necho User=${user}\n`
      writeFileSync(at('path/systemctl'), said, { mode: 0o755 })
      vi.stubEnv('PATH', `${at('path')}:${process.env.PATH}`)
      writeFileSync(at('ran-as'), '')
      chmodSync(at('ran-as'), 0o666)
      await update(pack(), '--unchecked')
      expect(readFileSync(at('ran-as'), 'utf8')).toBe(execFileSync('id', ['-u', who], { encoding: 'utf8' }).trim())
    },
  )

  it.skipIf(!isRoot)(
    `is not unpacked where the owner of the folder has put a link to what only root may write${isRoot ? '' : ': only root is tried'}`,
    async () => {
      chownSync(folder, 1234, 2345)
      const roots = mkdtempSync(path.join(tmpdir(), 'vitrine-roots-'))
      try {
        chmodSync(roots, 0o755)
        renameSync(at('versions'), at('mine'))
        symlinkSync(roots, at('versions'))
        await expect(
          updateCommand([pack(), '--into', folder, '--no-restart', '--unchecked'], 'update FILE', at('mine/1.0.0')),
        ).rejects.toThrow(/EACCES/)
        expect(readdirSync(roots)).toEqual([])
        expect([process.geteuid?.(), existsSync(at('current'))]).toEqual([0, false])
      } finally {
        rmSync(roots, { recursive: true })
      }
    },
  )

  it.skipIf(!isRoot)(
    `belongs to the owner of the folder, and is never run as root when that is another user${isRoot ? '' : ': only root can give files away'}`,
    async () => {
      const [uid, gid] = [1234, 2345]
      chownSync(folder, uid, gid)
      chownSync(at('versions'), uid, gid)
      const file = pack()
      mkdirSync(at('path'))
      for (const name of ['tar', 'chmod']) {
        const script = `#!/bin/sh\necho "$(id -ru) $(id -G)" >> ${at('real-ids')}\nPATH='${process.env.PATH}'\nexec ${name} "$@"\n`
        writeFileSync(at('path', name), script, { mode: 0o755 })
      }
      vi.stubEnv('PATH', `${at('path')}:${process.env.PATH}`)
      await update(file, '--unchecked')
      // A program whose real user is root could become it again.
      const ids = readFileSync(at('real-ids'), 'utf8').trim().split('\n')
      expect(ids).toEqual([`${uid} ${gid}`, `${uid} ${gid}`])
      const made = [at('versions/1.1.0'), at('versions/1.1.0/package.json'), at('current')]
      const owners = execFileSync('stat', ['-c', '%u %g', ...made], { encoding: 'utf8' })
        .trim()
        .split('\n')
      expect(owners).toEqual([`${uid} ${gid}`, `${uid} ${gid}`, `${uid} ${gid}`])
      expect(readFileSync(at('ran-as'), 'utf8')).toBe(`${uid}`)
    },
  )
})

describe('a site with content that could not be shown before either', () => {
  /** A stand-in for systemd, and a site that says of each version what it shows. */
  const serving = async (
    shows: Record<string, { pages: string; status: number; publishing?: string }>,
    work: () => Promise<void>,
  ) => {
    await update(pack({ version: '1.0.1' }), '--unchecked')
    const server = createServer((request, response) => {
      const { status, ...said } = shows[readlinkSync(at('current'))] ?? { pages: 'none', status: 503 }
      const health = JSON.stringify({ status: 'degraded', publishing: 'failed', ...said })
      if (request.url === '/healthz') response.end(health)
      else response.writeHead(status).end('</html>')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    mkdirSync(at('path'))
    const words = ['ActiveState=active', 'SubState=running', `ExecStart=${at('current')}/bin/vitrine.js`]
    const lines = [...words, `Environment=PORT=${port}`, `InvocationID=$(wc -c < ${at('starts')})`]
    const said = `#!/bin/sh\n[ "$1" = restart ] && echo x >> ${at('starts')}\n${lines.map((line) => `echo "${line}"`).join('\n')}\n`
    writeFileSync(at('starts'), '')
    writeFileSync(at('path/systemctl'), said, { mode: 0o755 })
    vi.stubEnv('PATH', `${at('path')}:${process.env.PATH}`)
    try {
      await work()
    } finally {
      server.close()
    }
  }
  const restarted = (file: string) =>
    updateCommand([file, '--into', folder, '--unchecked'], 'update FILE', at('versions/1.0.0'))
  const flawed = { pages: 'stale', status: 200 }

  it('is served by the newer version', () =>
    serving({ 'versions/1.0.1': flawed, 'versions/1.1.0': flawed }, async () => {
      expect((await restarted(pack())).data).toMatchObject({ restarted: true })
      expect(readlinkSync(at('current'))).toBe('versions/1.1.0')
    }))

  it('is not a site that was just publishing its pages', () =>
    serving({ 'versions/1.0.1': { ...flawed, publishing: 'ok' }, 'versions/1.1.0': flawed }, async () => {
      await expect(restarted(pack())).rejects.toThrow('1.1.0 is not well')
    }))

  it('is served by the version before again where the newer one shows less', () =>
    serving({ 'versions/1.0.1': flawed, 'versions/1.1.0': { pages: 'stale', status: 500 } }, async () => {
      await expect(restarted(pack())).rejects.toThrow(/first page is answered 500.*1\.0\.1 serves again/s)
      expect(readlinkSync(at('current'))).toBe('versions/1.0.1')
    }))
})
