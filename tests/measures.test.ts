import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../src/site')

it('no measure of the page is taken from the letters of a face, which the browser would have to fetch before it can style anything', () => {
  const sheets = globSync('**/*.css', { cwd: folder })
  expect(sheets.length).toBeGreaterThan(5)
  for (const sheet of sheets) {
    const css = readFileSync(path.join(folder, sheet), 'utf8')
    expect(css.match(/\d(?:ch|ex|cap|ic|rch|rex|rcap|ric)\b/g), sheet).toBeNull()
  }
})
