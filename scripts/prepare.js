// Runs before start, dev, test, bench and prove, on whatever Node is there (20 or later): installs when the lock file says so,
// builds when a source is newer than the build. Fresh things are left alone, so that this costs a few milliseconds.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitOf } from './exit-reason.js'
import { changedRuntimeProblem } from './verify-runtime.js'

// An older Node has no import.meta.dirname, and has to come as far as the sentence that names the right one.
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'
const installOnly = process.argv.includes('--install-only')
const forTest = process.argv.includes('--test')
const installStamp = path.join(root, 'node_modules', '.vitrine-installed')
const buildStamp = path.join(root, 'dist', '.vitrine-built')

/** Runs one step with a line that counts the seconds; on failure shows what it said and stops. */
const step = (title, command, args) =>
  new Promise((resolve) => {
    const started = Date.now()
    const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
    const terminal = process.stdout.isTTY
    if (!terminal) console.log(`${title} …`)
    const tick = terminal && setInterval(() => process.stdout.write(`\r${title} … ${seconds()}`), 250)
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a script there.
      shell: isWindows && command === 'npm',
    })
    const said = []
    child.stdout.on('data', (chunk) => said.push(chunk))
    child.stderr.on('data', (chunk) => said.push(chunk))
    child.on('error', (error) => said.push(String(error)))
    child.on('close', (code, signal) => {
      clearInterval(tick)
      console.log(`${terminal ? '\r' : ''}${title} … ${code === 0 ? 'done' : 'failed'} in ${seconds()}`)
      if (code === 0) return resolve()
      process.stderr.write(said.join(''))
      const exit = exitOf(code, signal)
      console.error(`\n${title} failed: ${command} ${args.join(' ')}: ${exit.reason}.`)
      process.exit(exit.code)
    })
  })

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Every file that a build is made from, with its time and size: equal text, equal build. */
const sources = () => {
  const lines = []
  const walk = (place) => {
    const full = path.join(root, place)
    if (!existsSync(full)) return
    const stat = statSync(full)
    if (stat.isDirectory()) for (const name of readdirSync(full).sort()) walk(path.join(place, name))
    else if (!place.endsWith('.test.ts') && !place.endsWith('.test.tsx'))
      lines.push(`${place} ${stat.size} ${stat.mtimeMs}`)
  }
  for (const place of ['src', 'scripts', 'samples', 'vite.config.ts', 'package-lock.json']) walk(place)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Vitrine needs Node 20 or later to start (it brings Node 24 along); this is ${process.versions.node}.`)
  process.exit(1)
}

if (read(installStamp) !== lockHash()) {
  // npm would empty the folder that the link leads to.
  if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error('node_modules is a link, and installing would empty what it leads to. Remove the link and try again.')
    process.exit(1)
  }
  await step('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund'])
  writeFileSync(installStamp, lockHash())
}

// Before anything runs on it.
const problem = changedRuntimeProblem(root)
if (problem) {
  console.error(problem)
  process.exit(1)
}

// Inside node_modules lies the Node that runs the product.
const node = path.join(root, 'node_modules', isWindows ? 'node/bin/node.exe' : '.bin/node')

if (!installOnly) {
  const wanted = sources()
  if (read(buildStamp) !== wanted) {
    // Half a build is no build of these sources either.
    rmSync(buildStamp, { force: true })
    await step('Building', node, ['scripts/build.js', '--quiet'])
    mkdirSync(path.dirname(buildStamp), { recursive: true })
    writeFileSync(buildStamp, wanted)
  }
}

if (forTest) {
  const chromium = 'scripts/chromium.js'
  const found = spawnSync(node, [chromium, '--find'], { cwd: root, encoding: 'utf8' })
  if (found.status !== 0) await step('Installing Chromium for the browser tests', node, [chromium, '--install'])
}
