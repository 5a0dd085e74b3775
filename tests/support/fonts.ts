import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const brought = path.join(import.meta.dirname, '../fonts')

/** Machines with nothing but these fonts, by the family that stands for them. The first has the metrics of Arial and Courier New. */
export const machines = {
  Arimo: ['arimo', 'cousine'],
  Roboto: ['roboto', 'roboto-mono'],
  'Noto Sans': ['noto-sans', 'noto-sans-mono'],
  'DejaVu Sans': ['dejavu-sans', 'dejavu-sans-mono'],
} as const
export type Machine = keyof typeof machines

const folders = new Map<Machine, string>()
process.on('exit', () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
})

/** What makes a browser on Linux see the fonts of such a machine alone, whatever is installed here: variables of its environment. */
export const onlyFontsOf = (machine: Machine): Record<string, string> => {
  let folder = folders.get(machine)
  if (!folder) {
    folder = mkdtempSync(path.join(tmpdir(), 'vitrine-fonts-'))
    folders.set(machine, folder)
    const families: string[] = [...machines[machine]]
    for (const name of readdirSync(brought))
      if (families.includes(name.replace(/-\d+\.ttf$/, '')))
        copyFileSync(path.join(brought, name), path.join(folder, name))
    const prefer = (generic: string, family: string) =>
      `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
    const monospaced = families.includes('cousine') ? 'Cousine' : `${machine} Mono`
    writeFileSync(
      path.join(folder, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}</dir><cachedir>${folder}/cache</cachedir>
${prefer('sans-serif', machine)}${prefer('serif', machine)}${prefer('monospace', monospaced)}
</fontconfig>`,
    )
  }
  return { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
}
