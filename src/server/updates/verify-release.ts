import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import { readRegular } from '../process/regular-file.ts'

const run = promisify(execFile)

const refused = (message: string) => new VitrineError('invalid', `${message} Nothing was changed.`)

/** Undefined when there is none. */
const readIfThere = (file: string) =>
  statSync(file, { throwIfNoEntry: false }) === undefined ? undefined : readRegular(file, 2 ** 24)

const escaped: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' }

/** Sums that a list gives for a file. Source: GNU coreutils, cksum output: `SUM  NAME`, with `*` for binary mode, and `\` before a line whose name is escaped. */
const listedSums = (list: string, name: string): string[] =>
  list.split(/\r?\n/).flatMap((line) => {
    const [, isEscaped, sum, written = ''] = /^(\\?)([\da-f]{64}) [ *](.+)$/is.exec(line) ?? []
    const named = isEscaped ? written.replaceAll(/\\[\\nr]/g, (pair) => escaped[pair] ?? pair) : written
    return sum !== undefined && path.normalize(named) === name ? [sum] : []
  })

/** Verifies the bytes of a list with its signature by `ssh-keygen`, as docs/releasing.md does; `keys` is the text of `release-key.pub`. */
const assertSigned = async (list: Buffer, signature: string, keys: string) => {
  if (!existsSync(signature)) throw refused(`The signature ${signature} is missing.`)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-signers-'))
  try {
    const signers = path.join(folder, 'allowed_signers')
    await writeFile(signers, keys.replaceAll(/^(?=[^#\s])/gm, 'vitrine '))
    const who = ['-f', signers, '-I', 'vitrine', '-n', 'vitrine-release']
    const verifying = run('ssh-keygen', ['-Y', 'verify', ...who, '-s', signature], { timeout: 10_000 })
    verifying.child.stdin?.on('error', () => {}).end(list)
    await verifying
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw refused('Signatures are verified by ssh-keygen, which is not here (Debian: apt install openssh-client).')
    throw refused(`SHA256SUMS is not signed with the key of releases that the installed version has.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Compares the bytes of `file` with the given sum, else with the list next to it. Where the version in `installed` has the key of releases,
 * the list and its signature must be there. Resolves to a sentence on what was compared; throws one when nobody vouches for the bytes.
 */
export const assertVouched = async (
  file: string,
  bytes: Buffer,
  { sha256, installed }: { sha256: string | undefined; installed: string },
): Promise<string> => {
  const name = path.basename(file)
  const keys = readIfThere(path.join(installed, 'security/release-key.pub'))
  const sums = sha256 === undefined ? [] : [sha256]
  if (sha256 === undefined || keys !== undefined) {
    const place = path.join(path.dirname(path.resolve(file)), 'SHA256SUMS')
    const list = readIfThere(place)
    const without = `To take it all the same: ${keys === undefined ? '--sha256 SUM, or ' : ''}--unchecked.`
    if (list === undefined) throw refused(`There is no SHA256SUMS next to ${name}. ${without}`)
    if (keys !== undefined) await assertSigned(list, `${place}.sig`, keys.toString())
    const listed = listedSums(list.toString(), name)
    if (listed.length === 0) throw refused(`SHA256SUMS does not name ${name}. ${without}`)
    sums.push(...listed)
  }
  const found = createHash('sha256').update(bytes).digest('hex')
  const wrong = sums.find((sum) => sum.toLowerCase() !== found)
  if (wrong !== undefined) throw refused(`${name} is not the file it should be: its SHA-256 is ${found}, not ${wrong}.`)
  if (keys !== undefined) return 'SHA256SUMS names the file, and is signed with the key of releases.'
  if (sha256 !== undefined) return 'The file has the SHA-256 given.'
  return 'SHA256SUMS names the file; who wrote that list is not known, because the installed version has no key of releases.'
}
