import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** What of the checkout runs. */
const taken = ['bin', 'dist', 'samples', 'src/site/cards/fonts', 'src/site/styles/fonts']

/** Adds a migration to a built server: `body` is the inside of an async function with `run`, which takes SQL. */
const addMigration = (server: string, name: string, body: string) => {
  const files = readdirSync(server, { recursive: true }).map((file) => path.join(server, String(file)))
  const first = /^(\s*)"001-first": /m
  const file = files.find((one) => one.endsWith('.js') && first.test(readFileSync(one, 'utf8')))
  if (file === undefined) throw new Error('The built server has no table of migrations.')
  const up = `async (db) => { const run = (text) => db.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' }, queryId: {} });\n${body} }`
  const text = readFileSync(file, 'utf8')
  rmSync(file)
  writeFileSync(file, text.replace(first, `$1"${name}": () => ({ up: ${up} }),\n$&`))
}

/** Lays out a version of the built product in a folder, as a release is unpacked; with a migration more where one is given. */
export const layOutVersion = (folder: string, version: string, migration?: { name: string; body: string }): void => {
  mkdirSync(folder, { recursive: true })
  for (const place of taken) cpSync(path.join(root, place), path.join(folder, place), { recursive: true })
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  if (migration) addMigration(path.join(folder, 'dist/server'), migration.name, migration.body)
}

/** Lets a version in a folder find the packages of this checkout. */
export const linkPackages = (folder: string): void =>
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))

/** Packs a version like a release; returns the file. */
export const packVersion = (work: string, version: string, migration: { name: string; body: string }): string => {
  const stage = path.join(work, `stage ${version}`)
  layOutVersion(path.join(stage, 'package'), version, migration)
  const file = path.join(work, `vitrine-${version}.tgz`)
  const { status, stderr } = spawnSync('tar', ['-C', stage, '-cf', file, 'package'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar: ${stderr}`)
  rmSync(stage, { recursive: true, force: true })
  return file
}
