import { runCounters } from './boot/counters.ts'
import { filterInPlace } from './boot/filter.ts'
import { afterLoad } from './boot/idle.ts'
import { wakeIslands } from './boot/islands.ts'
import { runMenu } from './boot/menu.ts'
import { fillMeters } from './boot/meters.ts'
import { markSections } from './boot/nav.ts'
import { showOwnerLink } from './boot/owner-link.ts'
import { openProjectsInPlace } from './boot/projects.ts'
import { typeHeadlines } from './boot/typed.ts'
import { unfoldSections } from './boot/unfold.ts'

const start = () => {
  // What answers a click has to be there at once; what only moves can wait until the page stands.
  runMenu()
  filterInPlace()
  openProjectsInPlace()
  // Each in a task of its own, so that none of them keeps a slow phone from answering.
  for (const wake of [markSections, fillMeters, runCounters, typeHeadlines, wakeIslands, showOwnerLink]) afterLoad(wake)
  unfoldSections()
}

// The page does not wait for this script, nor does the script's own task end in laying out the page.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
