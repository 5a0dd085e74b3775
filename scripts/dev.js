// Development: what production runs, built again at each change (a second or less), the server restarted, the page reloaded.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { build } from './build.js'

let server
let timer
let building = false
let again = false

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
  if (building) {
    again = true
    return
  }
  building = true
  try {
    const took = await build({ mode: 'development' })
    console.log(`Built in ${(took / 1000).toFixed(1)} s`)
    await stop()
    start()
  } catch (error) {
    // The last good server goes on; the message says what to mend.
    console.error(error instanceof Error ? error.message : error)
  } finally {
    building = false
    if (again) {
      again = false
      rebuild()
    }
  }
}

for (const place of ['src', 'samples']) {
  watch(place, { recursive: true }, (_event, name) => {
    if (!name || /\.test\.tsx?$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(rebuild, 80)
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await stop()
    process.exit(0)
  })
}

await rebuild()
