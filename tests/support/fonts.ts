import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.ts'

const brought = path.join(import.meta.dirname, '../fonts')

/** Machines with nothing but these fonts, by the family that stands for them. The first has the metrics of Arial, Times and Courier. */
export const machines = {
  Arimo: ['arimo', 'tinos', 'tinos-italic', 'cousine'],
  Roboto: ['roboto', 'roboto-mono'],
  'Noto Sans': ['noto-sans', 'noto-sans-mono'],
  'DejaVu Sans': ['dejavu-sans', 'dejavu-sans-mono'],
} as const
export type Machine = keyof typeof machines

const configuration = (machine: Machine, folder: string): string => {
  const prefer = (generic: string, family: string) =>
    `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}</dir><cachedir>${folder}/cache</cachedir>
${prefer('sans-serif', machine)}${prefer('serif', machine === 'Arimo' ? 'Tinos' : machine)}
${prefer('monospace', machine === 'Arimo' ? 'Cousine' : `${machine} Mono`)}
</fontconfig>`
}

/** What makes a browser on Linux see the fonts of such a machine alone, whatever is installed here: variables of its environment. */
export const onlyFontsOf = (machine: Machine): Record<string, string> => {
  const families: string[] = [...machines[machine]]
  const names = readdirSync(brought).filter((name) => families.includes(name.replace(/-\d+\.ttf$/, '')))
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(brought, name)).size, 0)
  const cache = cacheFolder('vitrine-test-fonts')
  // Kept, with what fontconfig notes about the fonts; it has the final path in it, and comes there whole.
  const folder = path.join(cache, `${families[0]}-${bytes}`)
  const file = path.join(folder, 'fonts.conf')
  // Packages that were copied from another checkout name its fonts, and go with it.
  if (existsSync(file) && readFileSync(file, 'utf8') !== configuration(machine, folder))
    rmSync(folder, { recursive: true, force: true })
  if (!existsSync(folder)) {
    const draft = mkdtempSync(path.join(cache, 'draft-'))
    for (const name of names) copyFileSync(path.join(brought, name), path.join(draft, name))
    writeFileSync(path.join(draft, 'fonts.conf'), configuration(machine, folder))
    try {
      renameSync(draft, folder)
    } catch (error) {
      // Another worker was first.
      rmSync(draft, { recursive: true })
      if (!existsSync(folder)) throw error
    }
  }
  return { FONTCONFIG_FILE: file }
}
