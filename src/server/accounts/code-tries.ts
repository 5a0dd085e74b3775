import { TooMany } from '../../model/errors.ts'
import type { AttemptLimit, Attempts } from '../limits/attempts.ts'
import { tooOften } from '../limits/too-often.ts'
import type { Devices } from './devices.ts'

const limit: AttemptLimit = { max: 5, windowSeconds: 15 * 60 }

/** Account whose code is checked: at sign-in, or of a session that sets an app up. */
export interface CodeOwner {
  userId: string
  sessionId?: string | undefined
}

/** Counts codes of second factors before anybody looks at them: at most five wrong ones in a quarter of an hour, however many come at once. */
export interface CodeTries {
  /** Counts one code; returns the counter's key. Throws `TooMany`, for right and wrong codes alike. */
  take(owner: CodeOwner, cookie: string): Promise<string>
  /** Takes it back: the code was right. */
  release(key: string): Promise<void>
}

/** A session and a known device have counters of their own, which nobody else can fill. */
export const createCodeTries = (attempts: Attempts, devices: Devices): CodeTries => {
  const takeFor = async (key: string) => {
    await attempts.take(key, limit).catch((error: unknown) => {
      throw tooOften(error)
    })
    return key
  }
  return {
    take: async ({ userId, sessionId }, cookie) => {
      if (sessionId !== undefined) return takeFor(`code in ${sessionId}`)
      const device = await devices.known(cookie, userId)
      if (device !== undefined)
        try {
          return await takeFor(`code on ${device}`)
        } catch (error) {
          if (!(error instanceof TooMany)) throw error
        }
      return takeFor(`code of ${userId}`)
    },
    release: (key) => attempts.release(key).catch(() => {}),
  }
}
