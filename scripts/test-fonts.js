// Brings the fonts that the tests pretend a machine has: `node scripts/test-fonts.js`, whose result, tests/fonts, is committed.
// Western characters alone, with the names by which a page asks for them.
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import subsetFont from 'subset-font'

const folder = path.join(import.meta.dirname, '../tests/fonts')

const fontsource = (name, weights) =>
  weights.map((weight) => ({
    family: name,
    package: `@fontsource/${name}@5.3.0`,
    file: `files/${name}-latin-${weight}-normal.woff2`,
    to: `${name}-${weight}.ttf`,
  }))
const dejaVu = (file, to) => ({
  family: 'dejavu',
  package: 'dejavu-fonts-ttf@2.37.3',
  file: `ttf/${file}.ttf`,
  to: `dejavu-${to}.ttf`,
})
const fonts = [
  ...['arimo', 'roboto', 'noto-sans'].flatMap((name) => fontsource(name, [400, 700])),
  ...fontsource('tinos', [400, 700]),
  { ...fontsource('tinos', [400])[0], file: 'files/tinos-latin-400-italic.woff2', to: 'tinos-italic-400.ttf' },
  ...['cousine', 'roboto-mono', 'noto-sans-mono'].flatMap((name) => fontsource(name, [400])),
  dejaVu('DejaVuSans', 'sans-400'),
  dejaVu('DejaVuSans-Bold', 'sans-700'),
  dejaVu('DejaVuSansMono', 'sans-mono-400'),
]

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
const western = [range(0x20, 0x7e), range(0xa0, 0xff), range(0x2010, 0x203a), range(0x2190, 0x2193), '€™−'].join('')

const unpack = async (name, to) => {
  await mkdir(to, { recursive: true })
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', name, '--json', '--pack-destination', to], { encoding: 'utf8', stdio: 'pipe' }),
  )
  execFileSync('tar', ['-xzf', path.join(to, filename), '-C', to])
  return path.join(to, 'package')
}

const work = await mkdtemp(path.join(tmpdir(), 'vitrine-test-fonts-'))
const unpacked = new Map()
await mkdir(folder, { recursive: true })
for (const font of fonts) {
  if (!unpacked.has(font.package)) unpacked.set(font.package, await unpack(font.package, path.join(work, font.family)))
  const from = unpacked.get(font.package)
  const cut = await subsetFont(await readFile(path.join(from, font.file)), western, {
    targetFormat: 'sfnt',
    noHinting: true,
  })
  await writeFile(path.join(folder, font.to), cut)
  const license = (await readdir(from)).find((name) => name.startsWith('LICENSE'))
  await copyFile(path.join(from, license), path.join(folder, `${font.family}-LICENSE.txt`))
  console.log(`${String(cut.length).padStart(6)} ${font.to}`)
}
await rm(work, { recursive: true })
