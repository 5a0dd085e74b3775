// npm run bench [names…] [--write] [--clean] [--pictures FOLDER]: measures, prints a table, leaves bench/results/latest.json;
// --write renders docs/performance.md as well; with names, they come in their places there. Exit code 1 on a missed goal or a missing figure.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { admin, tables } from './admin.ts'
import { cards } from './cards.ts'
import { caseStudy } from './case-study.ts'
import { cv } from './cv.ts'
import { exported } from './export.ts'
import { type Bench, isMet } from './figure.ts'
import { filter } from './filter.ts'
import { history } from './history.ts'
import { hostileText } from './hostile-text.ts'
import { inTheirPlaces } from './in-their-places.ts'
import { inbox } from './inbox.ts'
import { longSite } from './long-site.ts'
import { describeMachine } from './machine.ts'
import { memory } from './memory.ts'
import { owners } from './owners.ts'
import { page } from './page.ts'
import { palette } from './palette.ts'
import { preview } from './preview.ts'
import { publish } from './publish.ts'
import { renderMarkdown, renderTable } from './report.ts'
import { scale } from './scale.ts'
import { start } from './start.ts'
import { themesOnPage, typefacesOnPage } from './themes.ts'
import { visit } from './visit.ts'
import { visits } from './visits.ts'
import { ordinaryWeek } from './week.ts'

const benches: Record<string, (options: { clean: boolean; pictures: string | undefined }) => Promise<Bench>> = {
  visit,
  visits,
  publish,
  'hostile-text': hostileText,
  preview,
  themes: themesOnPage,
  typefaces: typefacesOnPage,
  page,
  'case-study': caseStudy,
  export: exported,
  filter,
  admin,
  owners,
  week: ordinaryWeek,
  tables,
  palette,
  history,
  'long-site': longSite,
  cards,
  cv,
  inbox,
  scale,
  start,
  memory,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

/** With the name it is asked for by: a bench that could not be made has no title of its own. */
type Named = Bench & { name: string }
const results: Named[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const started = performance.now()
  process.stdout.write(`${name} … `)
  let result: Bench
  try {
    result = (await benches[name]?.({ clean: values.clean, pictures: values.pictures })) as Bench
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error)
    const figures = [{ name: 'not measured', value: undefined, unit: 'count' as const, note }]
    result = { title: name, method: 'Not measured.', figures }
  }
  console.log(`${Math.round((performance.now() - started) / 1000)} s\n${renderTable(result)}\n`)
  results.push({ name, ...result })
}

const machine = describeMachine()
const folder = path.join(import.meta.dirname, 'results')
const latest = path.join(folder, 'latest.json')
const before: Named[] =
  values.write && positionals.length > 0 && existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')).results : []
const known = inTheirPlaces(before, results, (one) => one.name)
await mkdir(folder, { recursive: true })
await writeFile(latest, `${JSON.stringify({ machine, results: known }, null, 2)}\n`)
if (values.write) {
  const file = path.join(import.meta.dirname, '../docs/performance.md')
  await writeFile(file, renderMarkdown(machine, known))
}
const missed = results.flatMap(({ figures }) => figures).filter((figure) => !isMet(figure))
console.log(missed.length === 0 ? 'Every goal is met.' : `${missed.length} missed or missing.`)
process.exit(missed.length === 0 ? 0 : 1)
