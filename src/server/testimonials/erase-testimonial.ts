import { closeGap } from '../content/positions.ts'
import type { Trx } from '../db/database.ts'
import { usesOf } from '../media/media-row.ts'

const forget = (trx: Trx, collection: string, entry: string) =>
  trx
    .updateTable('changes')
    .set({ before: null, after: null, search_text: '' })
    .where('collection', '=', collection)
    .where('entry', '=', entry)
    .execute()

/** Deletes a request with the pictures that came through its link; somebody may have sent one and never finished. Returns their ids. */
export const deleteRequest = async (trx: Trx, request: { id: string; pictures: string }): Promise<string[]> => {
  const erased: string[] = []
  for (const id of JSON.parse(request.pictures) as string[]) {
    // The owner may show it elsewhere, where they answer for it.
    if ((await usesOf(trx, id)).length > 0) continue
    await trx.deleteFrom('media').where('id', '=', id).execute()
    await forget(trx, 'media', id)
    erased.push(id)
  }
  await trx.deleteFrom('testimonial_requests').where('id', '=', request.id).execute()
  return erased
}

/**
 * Deletes a testimonial for good, with its request, its pictures, its emails and what the journal holds of all that; by the id of the
 * request or of the entry. Returns the ids of the entry and of the pictures. Nobody is told: the caller journals it.
 */
export const eraseTestimonial = async (
  trx: Trx,
  of: { request: string } | { entry: string },
): Promise<{ entry: string | null; pictures: string[] }> => {
  const request = await trx
    .selectFrom('testimonial_requests')
    .selectAll()
    .where('request' in of ? 'id' : 'entry', '=', 'request' in of ? of.request : of.entry)
    .executeTakeFirst()
  const entry = 'entry' in of ? of.entry : (request?.entry ?? null)
  if (entry !== null) {
    const row = await trx
      .selectFrom('entries')
      .select(['position', 'deleted_at'])
      .where('id', '=', entry)
      .executeTakeFirst()
    await trx.deleteFrom('entries').where('id', '=', entry).execute()
    if (row?.deleted_at === null) await closeGap(trx, 'testimonials', row.position)
    await forget(trx, 'testimonials', entry)
  }
  const requestId = 'request' in of ? of.request : request?.id
  if (requestId !== undefined) await forget(trx, 'testimonial-requests', requestId)
  if (!request) return { entry, pictures: [] }
  await trx
    .deleteFrom('deliveries')
    .where('kind', '=', 'testimonial')
    .where(({ eb, fn }) => eb(fn('lower', ['recipient']), '=', request.email.toLowerCase()))
    .execute()
  const pictures = await deleteRequest(trx, request)
  // The content of the last publish holds it; the next one is stored again.
  await trx.deleteFrom('published_content').execute()
  return { entry, pictures }
}

/** Name of an erased testimonial, or of its request, by id in the list of what was erased, which a restore and an import read. */
export const erasedName = (id: string): string => `testimonial ${id}`
