import { runCounters } from './counters.ts'
import { deferSections } from './defer-sections.ts'
import { filterInPlace } from './filter.ts'
import { afterLoad } from './idle.ts'
import { hydrateIslands } from './islands.ts'
import { leavePlainly } from './leave-plainly.ts'
import { runMenu } from './menu.ts'
import { fillMeters } from './meters.ts'
import { loadMoreInPlace } from './more.ts'
import { markSections } from './nav.ts'
import { greetOwner } from './owner.ts'
import { openProjectsInPlace } from './projects.ts'
import { typeHeadlines } from './typed.ts'

const start = () => {
  // Behaviours that answer a click start at once; those that only animate wait for the load.
  runMenu()
  filterInPlace()
  openProjectsInPlace()
  loadMoreInPlace()
  leavePlainly()
  // Each in its own task, so that none of them blocks a slow phone.
  for (const run of [markSections, fillMeters, runCounters, typeHeadlines, hydrateIslands, greetOwner]) afterLoad(run)
  deferSections()
}

// The page does not wait for this script, and the script's task does not force a layout.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
