import { type CollectionName, collections } from '../../model/content/collections.ts'
import { mostAtOnce } from '../../model/content/entry.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { awaitedFilesIn } from '../../model/media/awaited-file.ts'
import { formatNames, heicRefusal, imageTypes, uploadLimits } from '../../model/media/upload-limits.ts'
import { asApiError, call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { isHeicFile } from '../media/upload-api.ts'
import { uploads } from '../media/uploads.ts'
import { toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'

/** The name of a file as a title: `harbour-lights_02.jpg` becomes “Harbour lights 02”. */
export const titleOfFile = (name: string): string => {
  const text = name.normalize('NFC').replace(/\.[^.]*$/, '')
  const [first = 'U', ...rest] = text.replaceAll(/[\p{Cc}\s._-]+/gu, ' ').trim() || 'untitled'
  return first.toUpperCase() + rest.slice(0, 70).join('').trim()
}

const heic = 'a HEIC'

/** Why a file becomes no picture; undefined for one that does. */
const refusalOf = async (file: File): Promise<string | undefined> => {
  if (await isHeicFile(file)) return heic
  if (!imageTypes.includes(file.type)) return `not a ${formatNames('SVG')}`
  const { bytes } = uploadLimits.svg
  if (file.type === 'image/svg+xml') return file.size > bytes ? `larger than ${bytes / 2 ** 20} MB` : undefined
  // A larger image is made to fit, which needs one that can be read.
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  bitmap?.close()
  return bitmap ? undefined : 'it cannot be read'
}

/** Makes a draft of each picture, in this order. Files that are none are named, and make no draft. */
export const addPictures = async (collection: CollectionName, files: readonly File[]): Promise<void> => {
  const { preview } = collections[collection]
  if (files.length > mostAtOnce)
    return toastError(
      new Error(`Choose at most ${mostAtOnce} pictures at once; these are ${files.length}.`),
      'Nothing was added',
    )
  const fitting: File[] = []
  const refused: string[] = []
  let hint = ''
  for (const file of files) {
    const reason = await refusalOf(file)
    // Its name may turn the direction of what follows.
    if (reason) refused.push(`${file.name.replaceAll(/\p{Bidi_Control}/gu, '')}: ${reason}.`)
    else fitting.push(file)
    if (reason === heic) hint = ` ${heicRefusal}`
  }
  if (refused.length > 0)
    toastError(new Error(refused.join(' ') + hint), `Not added: ${refused.length} of ${files.length}`)
  if (fitting.length === 0) return
  const drafts = fitting.map((file) => {
    const title = titleOfFile(file.name)
    return { [preview.title]: title, slug: slugOf(title), image: uploads.place(file) }
  })
  try {
    const { entries: made } = await call('POST /api/entries/:collection/batches', {
      collection,
      body: { entries: drafts },
    })
    toastChange(made.length === 1 ? 'Draft added' : `${made.length} drafts added`)
    uploads.deliver(drafts)
    await forgetEntries(collection)
    requestAnimationFrame(() => document.getElementById(`title-${made[0]?.id}`)?.scrollIntoView({ block: 'center' }))
  } catch (error) {
    if (asApiError(error).code !== 'offline') {
      for (const { id } of awaitedFilesIn(drafts)) uploads.cancel(id)
      return toastError(error, 'Nothing was added')
    }
    // Without an answer the drafts may be there, and await them.
    uploads.deliver(drafts)
    toastError(new Error('It is not known whether they were added. Look at the list.'), 'No answer')
    await forgetEntries(collection)
  }
}
