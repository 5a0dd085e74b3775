import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeExport } from './write-export.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-write-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* filesOf(...names: string[]) {
  for (const name of names) {
    if (name === 'killed') throw new Error('The process ends here.')
    yield { name, bytes: Buffer.from(name) }
  }
}
const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
const done = ['.vitrine-export.json', 'CNAME', 'index.html', 'projects', 'projects/ferry.html']

it('removes what interrupted exports have written of pages that are gone, and leaves what somebody added', async () => {
  await writeExport(folder, filesOf('index.html'))
  writeFileSync(path.join(folder, 'CNAME'), 'mira.example')
  for (const gone of ['projects/secret/index.html', 'other.html'])
    await expect(writeExport(folder, filesOf('index.html', gone, 'killed'))).rejects.toThrow('ends here')
  expect(existsSync(path.join(folder, 'projects/secret/index.html'))).toBe(true)
  // Half a file, and half a line of the names.
  writeFileSync(path.join(folder, 'other.html.part'), 'oth')
  writeFileSync(path.join(folder, '.vitrine-export.begun'), 'other.html\nCNA')
  expect(await writeExport(folder, filesOf('index.html', 'projects/ferry.html'))).toMatchObject({
    files: 2,
    removed: 2,
  })
  expect(names()).toEqual(done)
  expect(await writeExport(folder, filesOf('index.html', 'projects/ferry.html'))).toMatchObject({ removed: 0 })
  expect(names()).toEqual(done)
})
