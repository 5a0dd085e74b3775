// Draws every picture of the sample content anew: node samples/draw/all.js [name …]
import { writeFileSync } from 'node:fs'

const names = process.argv.slice(2)
const everything = [
  'portrait', 'tideline', 'blue-hour', 'meia-lua', 'azulejo-index', 'degrau', 'kvart', 'fio', 'avatars', 'icon', 'social',
]
for (const name of names.length > 0 ? names : everything) {
  const { files } = await import(`./${name}.js`)
  for (const [file, svg] of Object.entries(files())) writeFileSync(new URL(`../${file}`, import.meta.url), svg)
}
