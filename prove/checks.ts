import type { Check } from './check.ts'
import { anonymousRows } from './checks/anonymous-rows.ts'
import { backup } from './checks/backup.ts'
import { bringBack } from './checks/bring-back.ts'
import {
  byTests,
  otherBrowsers,
  slowUploads,
  steadyPage,
  testsInFull,
  themeExtremes,
  typefaces,
} from './checks/by-tests.ts'
import { cacheInFront } from './checks/cache-in-front.ts'
import { clock } from './checks/clock.ts'
import { cloudInit } from './checks/cloud-init.ts'
import { compose } from './checks/compose.ts'
import { contactFlood } from './checks/contact-flood.ts'
import { container } from './checks/container.ts'
import { controls } from './checks/controls.ts'
import { deadlines } from './checks/deadlines.ts'
import { diskErrors } from './checks/disk-errors.ts'
import { diskFull } from './checks/disk-full.ts'
import { fileModes } from './checks/file-modes.ts'
import { guessing } from './checks/guessing.ts'
import { headers } from './checks/headers.ts'
import { hostileIds } from './checks/hostile-ids.ts'
import { inputs } from './checks/inputs.ts'
import { kill } from './checks/kill.ts'
import { lockOuts } from './checks/lock-outs.ts'
import { locked } from './checks/locked.ts'
import { lockedPostgres } from './checks/locked-postgres.ts'
import { longReader } from './checks/long-reader.ts'
import { mailKills } from './checks/mail-kills.ts'
import { malformedHttp } from './checks/malformed.ts'
import { mutations } from './checks/mutations.ts'
import { nul } from './checks/nul.ts'
import { officeWords } from './checks/office-words.ts'
import { olderVersions } from './checks/older-versions.ts'
import { poisoning } from './checks/poisoning.ts'
import { postgres } from './checks/postgres.ts'
import { powerCut } from './checks/power-cut.ts'
import { regularExpressions } from './checks/regular-expressions.ts'
import { release } from './checks/release.ts'
import { schedules } from './checks/schedules.ts'
import { secondFactorBurst } from './checks/second-factor-burst.ts'
import { secretLogs } from './checks/secret-logs.ts'
import { service } from './checks/service.ts'
import { sigterm } from './checks/sigterm.ts'
import { slowClients } from './checks/slow-clients.ts'
import { smallHour } from './checks/small-hour.ts'
import { smallMemory } from './checks/small-memory.ts'
import { soak } from './checks/soak.ts'
import { staleSaves } from './checks/stale-saves.ts'
import { silentRefill, stalledReaders } from './checks/stalled-readers.ts'
import { throwingSection } from './checks/throwing-section.ts'
import { twoProcessesBehindNginx } from './checks/two-processes-behind-nginx.ts'
import { update } from './checks/update.ts'
import { uploads } from './checks/uploads.ts'
import { formsWithoutNetwork } from './checks/without-network.ts'

/** Everything that is proved, in the order in which it is run. */
export const checks: readonly Check[] = [
  smallHour,
  soak,
  kill,
  mailKills,
  powerCut,
  diskErrors,
  diskFull,
  locked,
  longReader,
  staleSaves,
  sigterm,
  service,
  cloudInit,
  update,
  olderVersions,
  clock,
  schedules,
  postgres,
  bringBack,
  lockedPostgres,
  twoProcessesBehindNginx,
  cacheInFront,
  deadlines,
  backup,
  throwingSection,
  inputs,
  hostileIds,
  nul,
  guessing,
  anonymousRows,
  lockOuts,
  secondFactorBurst,
  headers,
  secretLogs,
  fileModes,
  container,
  compose,
  poisoning,
  malformedHttp,
  slowClients,
  smallMemory,
  stalledReaders,
  silentRefill,
  regularExpressions,
  contactFlood,
  uploads,
  formsWithoutNetwork,
  officeWords,
  release,
  testsInFull,
  steadyPage,
  slowUploads,
  themeExtremes,
  typefaces,
  otherBrowsers,
  ...byTests,
  controls,
  mutations,
]
