import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { findChromium } from '../scripts/chromium.js'

/** What the figures were measured on: its shape and versions, nothing that identifies it. */
export interface Machine {
  cores: number
  memory: string
  system: string
  versions: Record<string, string>
}

const versionOf = (command: string, args: string[], pattern: RegExp): string | undefined => {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  return pattern.exec(`${stdout ?? ''}${stderr ?? ''}`)?.[1]
}

export const describeMachine = (): Machine => {
  const chromium = findChromium()
  const found: Record<string, string | undefined> = {
    Node: process.versions.node,
    nginx: versionOf('nginx', ['-v'], /nginx\/([\d.]+)/),
    wrk: versionOf('wrk', ['-v'], /wrk (?:debian\/)?([\d.]+)/),
    Chromium: chromium && versionOf(chromium, ['--version'], /Chrom\S+ ([\d.]+)/),
  }
  const versions = Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return {
    cores: os.availableParallelism(),
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    system: `${os.type()} ${os.release().split('.').slice(0, 2).join('.')}, ${os.arch()}`,
    versions: Object.fromEntries(versions),
  }
}
