// Development: what production runs, built again at each change, the server restarted, the page reloaded.
import { spawn } from 'node:child_process'
import { rmSync, watch } from 'node:fs'
import { whenNpmEnds } from '../src/server/process/stop-on-signals.ts'
import { parts } from './build.js'
import { buildPart } from './build-part.js'

let server
let timer
let building = false
let wanted = new Set(parts)
/** What the last build could not make; due again at the next change. */
let owed = []

/** Which parts a change of this file reaches; every room imports the model. */
const reachedBy = (name) => {
  if (name.startsWith('admin')) return ['admin']
  if (name.startsWith('server') || /^(?:main|cli)\.ts$/.test(name)) return ['server']
  if (name.startsWith('site')) return ['client', 'admin', 'preview', 'server']
  return parts
}

const stop = () =>
  new Promise((resolve) => {
    if (!server || server.exitCode !== null) return resolve()
    server.once('exit', resolve)
    server.kill('SIGTERM')
  })

const start = () => {
  server = spawn(process.execPath, ['dist/server/main.js', ...process.argv.slice(2)], { stdio: 'inherit' })
}

const rebuild = async () => {
  if (building || wanted.size === 0) return
  building = true
  const only = [...wanted]
  wanted = new Set()
  // What lies in dist/ is now a development build, and no longer fresh for `npm start`.
  rmSync('dist/.vitrine-built', { force: true })
  try {
    const started = performance.now()
    for (const part of parts) if (only.includes(part)) await buildPart(part, { mode: 'development' })
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    await stop()
    start()
  } catch (error) {
    // The last good server goes on; the message says what to mend.
    owed = only
    console.error(error instanceof Error ? error.message : error)
  } finally {
    building = false
    rebuild()
  }
}

for (const place of ['src', 'samples']) {
  watch(place, { recursive: true }, (_event, name) => {
    if (!name || /\.test\.tsx?$/.test(name)) return
    for (const part of [...owed.splice(0), ...reachedBy(name)]) wanted.add(part)
    clearTimeout(timer)
    timer = setTimeout(rebuild, 80)
  })
}

const end = async () => {
  await stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
whenNpmEnds(end)

await rebuild()
