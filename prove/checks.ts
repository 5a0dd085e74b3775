import type { Check } from './check.ts'
import { diskFull } from './checks/disk-full.ts'
import { kill } from './checks/kill.ts'
import { locked } from './checks/locked.ts'
import { longReader } from './checks/long-reader.ts'
import { sigterm } from './checks/sigterm.ts'
import { staleSaves } from './checks/stale-saves.ts'

/** Everything that is proved, in the order in which it is run. */
export const checks: readonly Check[] = [kill, staleSaves, sigterm, locked, longReader, diskFull]
