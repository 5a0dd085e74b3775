// The package `node` fetches its binary with an install script, from a package that the lock file does not name. Its hashes stand in
// runtime-hashes.json, and nothing runs on it before they are compared.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const hashesFile = fileURLToPath(new URL('runtime-hashes.json', import.meta.url))

/** The package with the binary for a machine, named as the installer of `node` does. */
export const runtimePackage = (platform = process.platform, arch = process.arch) => {
  const system = platform === 'win32' ? 'win' : platform
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${system}-${system === 'win' && arch === 'ia32' ? 'x86' : arch}`
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Why the installed runtime must not be run, in a sentence; undefined when it is the recorded one. */
export const runtimeProblem = (root, name = runtimePackage(), hashes = readJson(hashesFile)) => {
  const folder = path.join(root, 'node_modules', 'node')
  const { version } = readJson(path.join(folder, 'package.json')) ?? {}
  const recorded = hashes.packages[name]
  if (version !== hashes.version || !recorded)
    return `No hash of ${name} ${version} is recorded in scripts/runtime-hashes.json, so it cannot be verified. Record it there, from a source you trust.`
  const tampered = `${name} ${version} is not the runtime that was recorded in scripts/runtime-hashes.json`
  const again = 'Delete node_modules and try again; if it stays so, do not trust the registry that it came from.'
  const integrity = readJson(path.join(folder, 'node_modules', '.package-lock.json'))?.packages[`node_modules/${name}`]
    ?.integrity
  if (integrity !== undefined && integrity !== recorded.integrity)
    return `${tampered}: the package’s hash differs. ${again}`
  const binary = path.join(folder, 'bin', name.startsWith('node-win-') ? 'node.exe' : 'node')
  if (!existsSync(binary)) return `${name} ${version} was not installed: ${binary} is missing. ${again}`
  if (createHash('sha256').update(readFileSync(binary)).digest('hex') !== recorded.binarySha256)
    return `${tampered}: the binary’s hash differs. ${again}`
  const command = path.join(root, 'node_modules', '.bin', 'node')
  if (process.platform !== 'win32' && existsSync(command) && realpathSync(command) !== realpathSync(binary))
    return `${command} leads elsewhere than to the verified runtime. ${again}`
  return undefined
}

// Where the packages belong to another user it is compared each time.
const remember = (stamp, state) => {
  try {
    writeFileSync(stamp, state)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** The same, only when the binary or the recorded hashes are other ones than last time. */
export const changedRuntimeProblem = (root) => {
  const stamp = path.join(root, 'node_modules', '.vitrine-runtime')
  const binary = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const { size, mtimeMs, ctimeMs, ino } = statSync(binary, { throwIfNoEntry: false }) ?? {}
  const state = JSON.stringify([size, mtimeMs, ctimeMs, ino, readFileSync(hashesFile, 'utf8')])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return undefined
  const problem = runtimeProblem(root)
  if (problem === undefined) remember(stamp, state)
  return problem
}
