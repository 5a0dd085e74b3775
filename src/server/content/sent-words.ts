import { testimonials } from '../../model/content/collections.ts'
import { Invalid } from '../../model/errors.ts'
import { isShortened } from '../../model/testimonials/shortened.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { Data, EntryRow } from './entry-row.ts'

/** Fields that the owner may leave out of what somebody sent; the words may be cut. */
const mayBeLeftOut = new Set<string>(testimonials.received?.open.filter((name) => name !== 'feedback'))

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || value === false

/** Problems of a testimonial that has to say what somebody sent, or less. */
const problemsWith = (sent: Data, data: Data): Record<string, string> => {
  return Object.fromEntries(
    Object.keys(testimonials.fields).flatMap((name) => {
      const [was, is] = [sent[name], data[name]]
      if (was === is || (isEmpty(was) && isEmpty(is)) || (mayBeLeftOut.has(name) && isEmpty(is))) return []
      if (name !== 'feedback') return [[name, testimonials.received?.help ?? '']]
      if (isShortened(String(was ?? ''), String(is ?? ''))) return []
      return [[name, 'These are somebody else’s words: shorten them only, with […] in place of what you cut.']]
    }),
  )
}

/** True when this testimonial says what somebody sent, or less. */
export const saysNoMore = (sent: Data, data: Data): boolean => Object.keys(problemsWith(sent, data)).length === 0

/**
 * Throws `Invalid` unless a testimonial that came through a link says what its person sent, or less. Where the store has no request for it,
 * such as after an import, it may become no more than it is in `held`. What an entry has already is not checked again.
 */
export const assertSentWords = async (
  trx: Trx,
  next: EntryRow,
  before: EntryRow | undefined,
  data: readonly (Data | null)[],
  held: readonly (Data | null)[],
): Promise<void> => {
  if (next.collection !== 'testimonials') return
  const request = await trx
    .selectFrom('testimonial_requests')
    .select('sent')
    .where('entry', '=', next.id)
    .executeTakeFirst()
  const came = held.filter((one): one is Data => one !== null && !isEmpty(one.source))
  if (!request && came.length === 0) {
    // A new one is of an import; the makers of others refuse it.
    if (before && data.some((one) => !isEmpty(one?.source)))
      throw new Invalid({ source: 'Only a link of a request fills this in.' })
    return
  }
  // A copy of one is the owner’s own.
  if (!request && !before && data.every((one) => isEmpty(one?.source))) return
  const sent: Data[] = request ? JSON.parse(request.sent) : came
  // Its words may have been withdrawn while it was in the trash.
  const comesBack = next.deleted_at === null && before?.deleted_at !== null
  const stored = [before?.draft, before?.published]
  for (const [index, one] of data.entries()) {
    if (one === null || (!comesBack && JSON.stringify(one) === stored[index])) continue
    if (sent.some((version) => saysNoMore(version, one))) continue
    throw new Invalid(sent[0] ? problemsWith(sent[0], one) : { feedback: 'The person who sent it has withdrawn it.' })
  }
}

/** True unless its person has withdrawn or changed what a testimonial said in this state. */
export const mayStandAs = async (
  trx: Trx,
  id: string,
  state: { draft: Data; published: Data | null },
): Promise<boolean> => {
  const request = await trx.selectFrom('testimonial_requests').select('sent').where('entry', '=', id).executeTakeFirst()
  if (!request) return true
  const sent: Data[] = JSON.parse(request.sent)
  return [state.draft, state.published].every((one) => one === null || sent.some((version) => saysNoMore(version, one)))
}

/** True when the owner has declined, or deleted, what came through a link: then what is shown is a selection. */
export const isSelection = async (reader: Reader): Promise<boolean> => {
  const row = await reader
    .selectFrom('testimonial_requests')
    .leftJoin('entries', 'entries.id', 'testimonial_requests.entry')
    .select('testimonial_requests.id')
    .where(({ or, and, eb }) =>
      or([
        eb('declined_at', 'is not', null),
        and([eb('sent', '!=', '[]'), or([eb('entries.id', 'is', null), eb('entries.deleted_at', 'is not', null)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
