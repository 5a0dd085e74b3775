import { runCounters } from './counters.ts'
import { deferSections } from './defer-sections.ts'
import { filterInPlace } from './filter.ts'
import { afterLoad } from './idle.ts'
import { hydrateIslands } from './islands.ts'
import { runMenu } from './menu.ts'
import { fillMeters } from './meters.ts'
import { markSections } from './nav.ts'
import { showOwnerLink } from './owner-link.ts'
import { openProjectsInPlace } from './projects.ts'
import { typeHeadlines } from './typed.ts'

const start = () => {
  // What answers a click has to be there at once; what only moves can wait until the page stands.
  runMenu()
  filterInPlace()
  openProjectsInPlace()
  // Each in a task of its own, so that none of them keeps a slow phone from answering.
  for (const wake of [markSections, fillMeters, runCounters, typeHeadlines, hydrateIslands, showOwnerLink])
    afterLoad(wake)
  deferSections()
}

// The page does not wait for this script, nor does the script's own task end in laying out the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
