import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { variables } from './variables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const problemsOf = (env: Record<string, string>, argv: string[] = []): readonly string[] => {
  try {
    readConfig(env, argv)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('The configuration', () => {
  it('with nothing set is that of a site on this machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      serviceOrigins: {},
      googleIssuer: 'https://accounts.google.com',
      contactOrigins: [],
      trustProxy: 0,
      limits: true,
      backupBeforeUpdate: true,
      logLevel: 'info',
      empty: false,
      sample: undefined,
    })
  })

  it('takes an empty value as unset, and the public address from the port', () => {
    expect(readConfig({ PORT: '8080', PUBLIC_URL: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      databaseUrl: undefined,
    })
  })

  it.each([
    'postgres://user@/name?host=/var/run/postgresql',
    'postgresql://user:pass%40word@/name?host=/tmp/a%20folder&port=5433',
    'postgres:///name?host=/tmp',
    'postgres://localhost/name?host=/tmp',
    'postgres://user:password@host:5432/name?sslmode=require',
    'postgres://user:password@db.example/name?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://user:password@db/name?sslmode=disable',
    'postgres://user:password@127.0.0.1:5432/name',
    'postgres://user@[::1]/name',
    'postgres://user@%2Ftmp/name',
    'postgres://user@db.example/name?host=/tmp',
  ])('takes %s, as libpq does', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
  })

  it.each(['postgres://user@/name', 'postgres:///name?host=nowhere', 'mysql://user@/name?host=/tmp'])(
    'refuses %s, which names no host and no socket',
    (address) => {
      expect(() => readConfig({ DATABASE_URL: address })).toThrow('DATABASE_URL must be an address')
    },
  )

  it.each([
    ['GOOGLE_ISSUER', 'http://localhost:9000'],
    ['GOOGLE_ISSUER', 'http://[::1]:9000'],
    ['EMAILJS_ORIGIN', 'http://127.0.0.1:9000'],
    ['PUBLIC_URL', 'http://mira.example'],
  ])('takes %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([])
  })

  it('names the mend for a database elsewhere, and not its password', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'postgres://user:hunter2@db.example/name' })
    expect(problem).toContain('sslmode=verify-full')
    expect(problem).toContain('sslmode=disable')
    expect(problem).not.toContain('hunter2')
  })

  it('takes a bucket whole or not at all', () => {
    const whole = { S3_BUCKET: 'media', S3_REGION: 'auto', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    const { S3_REGION: _, ...part } = whole
    expect(problemsOf(part)).toEqual([expect.stringMatching(/^S3_REGION: missing; S3_BUCKET, S3_REGION/)])
    expect(problemsOf({ S3_PREFIX: 'mira' })).toEqual(['S3_PREFIX: only beside S3_BUCKET.'])
    expect(problemsOf({ ...whole, S3_ENDPOINT: 'http://storage.example' })).toEqual([
      expect.stringMatching(/^S3_ENDPOINT must begin with https/),
    ])
    expect(readConfig({}).bucket).toBeUndefined()
    expect(readConfig({ ...whole, S3_PREFIX: 'sites/mira' }).bucket).toEqual({
      ...{ name: 'media', region: 'auto', endpoint: undefined, prefix: 'sites/mira/' },
      ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
    })
  })

  it('drops the slash at the end of an origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Mira.example/' }).publicUrl).toBe('https://mira.example')
    expect(readConfig({ CONTACT_ORIGINS: 'https://Mira.github.io/, http://127.0.0.1:8080' }).contactOrigins).toEqual([
      'https://mira.github.io',
      'http://127.0.0.1:8080',
    ])
  })

  it.each([
    ['PORT', '0'],
    ['S3_BUCKET', 'Media/2026'],
    ['S3_REGION', 'eu central'],
    ['S3_ENDPOINT', 'https://storage.example/bucket'],
    ['S3_PREFIX', '../others'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'mira.example'],
    ['CONTACT_ORIGINS', 'https://mira.github.io, *'],
    ['CONTACT_ORIGINS', 'https://mira.github.io/portfolio/'],
    ['PUBLIC_URL', 'https://mira.example/path'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://host/name'],
    ['AUTH_SECRET', 'short'],
    ['CLAIM_TOKEN', '123456789012345'],
    ['CLAIM_TOKEN', 'a token with spaces'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['GOOGLE_ISSUER', 'http://accounts.google.com'],
    ['GOOGLE_ISSUER', 'http://192.168.0.2:9000'],
    ['GOOGLE_ISSUER', 'http://127.0.0.1.evil.example'],
    ['EMAILJS_ORIGIN', 'http://api.emailjs.com'],
    ['DATABASE_URL', 'postgres://user:password@db.example/name'],
    ['DATABASE_URL', 'postgres://user:password@10.0.0.7:5432/name?application_name=x'],
    ['DATABASE_URL', 'postgres://user@[2001:db8::1]/name'],
    ['DATABASE_URL', 'postgres://user@localhost/name?host=db.example'],
    ['DATABASE_URL', 'postgres://user@db.example/name?sslmode=allow'],
    ['DATABASE_URL', 'postgres://user@db.example/name?sslmode='],
    ['DATABASE_URL', 'postgres://user@%zz/name'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_TO', 'nobody'],
    ['MAIL_TO', 'a@mail.example\nBcc: b@mail.example'],
    ['EMAILJS_ORIGIN', 'https://api.emailjs.com/api'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'true'],
    ['LIMITS', 'no'],
    ['LOG_LEVEL', 'verbose'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} m`))
  })

  it('tells every problem at once, wrong options and arguments too, and never repeats a value that may be secret', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'hunter2' }, [
      '--empti',
      '--empty=yes',
      'now',
    ])
    expect(problems).toEqual([
      '--empti: there is no such option.',
      '--empty takes no value.',
      'now: there is no such command or argument.',
      'PORT must be a whole number from 1 to 65535.',
      'DATABASE_URL must be an address like postgres://user:password@host/name.',
      'LOG_LEVEL must be debug, info, warn or error.',
    ])
  })

  it('begins without samples when told to', () => {
    expect(readConfig({}, ['--empty']).empty).toBe(true)
  })

  it.each([['--sample', 'gallery'], ['--sample=gallery']])(
    'begins with the sample owner of a theme: %s %s',
    (...argv) => {
      expect(readConfig({}, argv)).toMatchObject({ sample: 'gallery', empty: false })
    },
  )

  it.each([[['--sample', 'renditions']], [['--sample', '../src']], [['--sample']], [['--sample=']]])(
    'refuses a sample owner that there is not, and names those that there are: %j',
    (argv) => {
      expect(problemsOf({}, argv)).toEqual(['--sample takes one of editorial, gallery, literary, poster, terminal.'])
    },
  )

  it('refuses a sample owner on an empty page', () => {
    expect(problemsOf({}, ['--empty', '--sample', 'gallery'])).toEqual(['--empty, --sample: only one of them.'])
  })

  it.each(['0.0.0.0', '192.168.0.2', 'mira.example', '::'])(
    'does not lift the limits on %s, which others can reach',
    (host) => {
      expect(problemsOf({ LIMITS: 'off', HOST: host })).toEqual([
        expect.stringContaining('only while HOST is a loopback address'),
      ])
    },
  )

  it.each(['127.0.0.1', 'localhost', '::1', '127.8.9.10'])('lifts the limits on %s', (host) => {
    expect(readConfig({ LIMITS: 'off', HOST: host }).limits).toBe(false)
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET: missing'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM: missing'],
  ])('refuses half of what belongs together: %o', (env, problem) => {
    expect(problemsOf(env as Record<string, string>)).toEqual([expect.stringContaining(problem)])
  })

  it('names what is missing beside a value that is wrong at once, and calls no wrong value missing', () => {
    const problems = problemsOf({ SMTP_URL: 'mail.example', GOOGLE_CLIENT_SECRET_FILE: '/nowhere', S3_BUCKET: '!' })
    expect(problems).toEqual([
      'GOOGLE_CLIENT_SECRET_FILE: /nowhere cannot be read (ENOENT).',
      expect.stringMatching(/^SMTP_URL must be an address like /),
      expect.stringMatching(/^S3_BUCKET must be /),
      expect.stringMatching(/^GOOGLE_CLIENT_ID: missing;/),
      expect.stringMatching(/^MAIL_FROM: missing;/),
      expect.stringMatching(/^S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: missing;/),
    ])
    expect(problemsOf({ SMTP_URL: 'mail.example', MAIL_FROM: 'mira@mira.example' })).toHaveLength(1)
    expect(problemsOf({ S3_BUCKET: '!', S3_REGION: 'auto', S3_PREFIX: 'a' }).join()).not.toContain('only beside')
  })

  it('starts with half of EmailJS, for the owner is told what is missing where mail is set up', () => {
    expect(readConfig({ EMAILJS_SERVICE_ID: 's' }).emailjs).toEqual({
      serviceId: 's',
      origin: 'https://api.emailjs.com',
    })
  })

  it('reads a secret from the file that NAME_FILE names', () => {
    const file = path.join(folder, 'token')
    writeFileSync(file, 'a-token-of-some-length\n')
    expect(readConfig({ CLAIM_TOKEN_FILE: file }).claimToken).toBe('a-token-of-some-length')
    expect(problemsOf({ CLAIM_TOKEN_FILE: file, CLAIM_TOKEN: 'another-token-of-length' })).toEqual([
      'CLAIM_TOKEN: given twice; unset it or CLAIM_TOKEN_FILE.',
    ])
    expect(problemsOf({ CLAIM_TOKEN_FILE: `${file}x` })).toEqual([
      `CLAIM_TOKEN_FILE: ${file}x cannot be read (ENOENT).`,
    ])
    writeFileSync(file, '\n')
    expect(problemsOf({ CLAIM_TOKEN_FILE: file })).toEqual([`CLAIM_TOKEN_FILE: ${file} is empty.`])
    writeFileSync(file, 'x'.repeat(70_000))
    expect(problemsOf({ CLAIM_TOKEN_FILE: file })).toEqual([`CLAIM_TOKEN_FILE: ${file} is larger than 64 KB.`])
    expect(problemsOf({ CLAIM_TOKEN_FILE: '/dev/zero' })).toEqual([
      'CLAIM_TOKEN_FILE: /dev/zero is not a regular file.',
    ])
  })

  /** What a process that starts in a folder with this `.env` has of it: its configuration, its environment, what it says of it. */
  const startedWith = (text: string, { mode = 0o600, env = {}, uid = process.getuid?.() ?? 0 } = {}) => {
    const cwd = mkdtempSync(path.join(folder, 'started-'))
    writeFileSync(path.join(cwd, '.env'), text)
    chmodSync(path.join(cwd, '.env'), mode)
    if (uid !== process.getuid?.()) chownSync(path.join(cwd, '.env'), uid, uid)
    const code = `const { loadConfig } = await import(${JSON.stringify(new URL('config.ts', import.meta.url).href)})
      const { host, port } = loadConfig([])
      console.log(JSON.stringify([host, port, Object.keys(process.env)]))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd,
      encoding: 'utf8',
      env: { NODE_NO_WARNINGS: '1', ...env },
    })
    const [host, port, names] = JSON.parse(stdout || '[]')
    return { host, port, names, said: stderr }
  }

  it('takes its own names from .env, under those of the environment, leaves others out, and passes none on to a child process', () => {
    const text = 'HOST=localhost\nPORT=4000\nNODE_OPTIONS=--require=/evil.js\nLD_PRELOAD=x\nCLAIM_TOKEN_FILE=\n'
    expect(startedWith(text, { env: { PORT: '5000' } })).toEqual({
      host: 'localhost',
      port: 5000,
      names: ['NODE_NO_WARNINGS', 'PORT'],
      said: '.env: LD_PRELOAD, NODE_OPTIONS are no settings of Vitrine and are left out.\n',
    })
    expect(startedWith('PORT=x\n').said).toContain('PORT must be a whole number')
  })

  it('ignores a .env that others may write, and says so', () => {
    for (const mode of [0o620, 0o602])
      expect(startedWith('PORT=4000\n', { mode })).toMatchObject({
        port: 3000,
        said: '.env is ignored: others may write it. Make it private: chmod 600 .env\n',
      })
    expect(startedWith('PORT=4000\n', { mode: 0o644 })).toMatchObject({ port: 4000, said: '' })
  })

  it.skipIf(process.getuid?.() !== 0)('ignores a .env of another user, and says so (needs root to make one)', () => {
    expect(startedWith('PORT=4000\n', { uid: 65_534 })).toMatchObject({
      port: 3000,
      said: '.env is ignored: it belongs to uid 65534, and neither to this user nor to root.\n',
    })
  })

  it('takes a folder that this user may not enter for one without .env', () => {
    const cwd = mkdtempSync(path.join(folder, 'closed-'))
    const code = `const { loadConfig } = await import(${JSON.stringify(new URL('config.ts', import.meta.url).href)})
      const { chmodSync } = await import('node:fs')
      chmodSync('.', 0)
      if (process.getuid?.() === 0) process.seteuid(65534)
      console.log(loadConfig([]).port)`
    const env = { NODE_NO_WARNINGS: '1' }
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      ...{ cwd, env, encoding: 'utf8' },
    })
    chmodSync(cwd, 0o700)
    expect([stdout, stderr]).toEqual(['3000\n', ''])
  })

  it('is named whole, and with nothing else, in .env.example', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const names = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(Object.keys(variables).toSorted())
    const values = Object.fromEntries(
      [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(readConfig(values)).toEqual(readConfig({}))
  })
})
