import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { library } from './tools.ts'

/** A clock for processes started with `env`, which `set` moves: `-3d`, `+0`. Waits and measured times stay true. */
export const fakeClock = (folder: string) => {
  const file = path.join(folder, 'time')
  const set = (jump: string) => writeFileSync(file, `${jump}\n`)
  set('+0')
  const env = {
    LD_PRELOAD: library('libfaketimeMT.so.1', 'libfaketime'),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  return { set, env }
}
