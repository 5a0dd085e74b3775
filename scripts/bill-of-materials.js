// What a build is made of, as CycloneDX: every package of the running product with its version, licence and hash, from the lock file alone.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const what = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
  '--omit',
  'dev',
]

/** Writes the bill of materials into a file. Without npm there is none, and a build goes on without. */
export const writeBillOfMaterials = async (file) => {
  try {
    const { stdout } = await promisify(execFile)('npm', what, { maxBuffer: 64 * 2 ** 20 })
    await writeFile(file, stdout)
  } catch (error) {
    console.warn(`The build has no bill of materials: ${error.message.split('\n', 1)[0]}`)
  }
}
