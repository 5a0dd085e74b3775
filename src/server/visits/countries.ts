import { stat } from 'node:fs/promises'
import type { CountryResponse } from 'mmdb-lib'
import { oneMinuteMs } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { readRegular, UnreadableFile } from '../process/regular-file.ts'

/** Those with countries alone have about ten million bytes; those with towns ten times as many. */
const largestFile = 64 * 2 ** 20

interface CountryFile {
  /** Such as `DBIP-Country-Lite`. */
  name: string
  builtAt: Date
  /** Two letters (ISO 3166-1); empty for an address that it does not know. */
  of(ip: string): string
}

/** Reads a file in MaxMind's format (.mmdb). The reader is loaded with the first one. Throws `UnreadableFile`. */
export const readCountryFile = async (file: string): Promise<CountryFile> => {
  const bytes = readRegular(file, largestFile)
  try {
    const { Reader } = await import('mmdb-lib')
    const reader = new Reader<CountryResponse>(bytes)
    const { databaseType, buildEpoch, ipVersion } = reader.metadata
    if (Number.isNaN(buildEpoch.getTime())) throw new Error('It says nothing of its age.')
    return {
      name: databaseType,
      builtAt: buildEpoch,
      of: (ip) => {
        const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
        if (ipVersion === 4 && plain.includes(':')) return ''
        try {
          const code = reader.get(plain)?.country?.iso_code
          return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : ''
        } catch {
          // No address, or a part of the file that is damaged.
          return ''
        }
      },
    }
  } catch {
    throw new UnreadableFile(`${file} is no whole database in MaxMind’s format (.mmdb).`)
  }
}

/**
 * The file with the countries of networks, if there is one: in memory while visits are counted, and read again within a minute after it was
 * replaced. While a new one cannot be read, the former goes on; without any, no country is known.
 */
export const createCountries = (file: string | undefined, log: Log, uptimeMs: () => number) => {
  let known: CountryFile | undefined
  let state = ''
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    of: (ip: string): string => known?.of(ip) ?? '',
    /** Never throws: what cannot be read is a line of the log, once for each state of the file. */
    refresh: async (isOn: boolean): Promise<void> => {
      if (file === undefined) return
      if (!isOn) {
        known = undefined
        state = ''
        lookedAt = Number.NEGATIVE_INFINITY
        return
      }
      const now = uptimeMs()
      if (now - lookedAt < oneMinuteMs) return
      lookedAt = now
      const found = await stat(file).then(
        ({ ino, size, mtimeMs }) => [ino, size, mtimeMs].join(' '),
        () => 'missing',
      )
      if (found === state) return
      state = found
      try {
        known = await readCountryFile(file)
        log.info('Countries of visits are known', { database: known.name, built: known.builtAt.toISOString() })
      } catch (error) {
        log.warn('The file with countries cannot be read', { reason: (error as Error).message })
      }
    },
  }
}
