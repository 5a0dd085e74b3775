// What a build is made of, as CycloneDX: every package of the running product with its version, licence and hash, from the lock file alone.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
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

/** The same bytes for the same packages, as https://reproducible-builds.org/docs/source-date-epoch/ asks. */
const reproducible = (text, epoch) => {
  const { serialNumber, ...bill } = JSON.parse(text)
  // npm names it after the folder.
  bill.metadata.component.name = bill.metadata.component.purl.replace(/^pkg:npm\/|@[^@]*$/g, '')
  bill.metadata.timestamp = new Date(Number(epoch) * 1000).toISOString()
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  // The bits of a UUID of version 8 (RFC 9562), the one for values of one's own.
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return `${JSON.stringify({ serialNumber: `urn:uuid:${uuid}`, ...bill }, null, 2)}\n`
}

/** Writes the bill of materials into a file. Without npm there is none, and a build goes on without. */
export const writeBillOfMaterials = async (file) => {
  try {
    const { stdout } = await promisify(execFile)('npm', what, { maxBuffer: 64 * 2 ** 20 })
    const epoch = process.env.SOURCE_DATE_EPOCH
    await writeFile(file, epoch ? reproducible(stdout, epoch) : stdout)
  } catch (error) {
    console.warn(`The build has no bill of materials: ${error.message.split('\n', 1)[0]}`)
  }
}
