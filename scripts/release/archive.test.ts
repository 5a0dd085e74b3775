import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { missingPackages, platforms } from './archive.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packages = {
  '': {},
  'node_modules/plain': {},
  'node_modules/@x/there': { os: ['linux'], cpu: ['arm64'] },
  'node_modules/@x/gnu': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  'node_modules/@x/musl': { os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
  'node_modules/@x/mac': { os: ['darwin'], cpu: ['arm64'] },
  'node_modules/@x/intel': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
}

it('names the packages of a platform that npm went on without, and none of another platform', () => {
  writeFileSync(path.join(folder, 'npm-shrinkwrap.json'), JSON.stringify({ packages }))
  mkdirSync(path.join(folder, 'node_modules/@x/there'), { recursive: true })
  expect(missingPackages('linux-arm64', folder)).toEqual(['@x/gnu'])
  mkdirSync(path.join(folder, 'node_modules/@x/gnu'))
  expect(missingPackages('linux-arm64', folder)).toEqual([])
})

it('offers archives for the platforms of Linux whose Node is recorded', () => {
  expect(platforms).toContain('linux-x64')
  expect(platforms.filter((platform) => !platform.startsWith('linux-'))).toEqual([])
})
