import { randomBytes } from 'node:crypto'
import type { AwsClient } from 'aws4fetch'
import pLimit from 'p-limit'
import { SaxesParser } from 'saxes'
import { Unavailable } from '../../model/errors.ts'
import type { BucketOptions } from '../process/config.ts'
import { sha256 } from '../process/sha256.ts'
import type { EncodedImage } from './image-job.ts'

interface ListedObject {
  name: string
  /** Time at which it was stored, in ms since 1970. */
  putAt: number
}

/**
 * Reads a page of a bucket's list of objects; `next` leads to the following one. Throws when it is not XML.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
const readObjectList = (xml: string): { objects: ListedObject[]; next: string | undefined } => {
  const objects: ListedObject[] = []
  const path: string[] = []
  const found: Record<string, string> = {}
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    found[name] = ''
  })
  parser.on('text', (text) => {
    found[path.at(-1) ?? ''] += text
  })
  parser.on('closetag', ({ name }) => {
    path.pop()
    if (name === 'Contents') objects.push({ name: found.Key ?? '', putAt: Date.parse(found.LastModified ?? '') })
  })
  parser.write(xml).close()
  return { objects, next: found.IsTruncated === 'true' ? found.NextContinuationToken : undefined }
}

/** Longest time until an answer begins, and until a whole one is there. */
const headMs = 10_000
const wholeMs = 60_000

/** `<Code>` of an error, https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const codeOf = (xml: string) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1]

/** True for names that `put` gives. */
const isObjectName = (name: string): boolean => /^[0-9a-f]{64}-[0-9a-f]{16}$/.test(name)

/**
 * A bucket of a storage service with the interface of Amazon S3. Names of objects begin with the SHA-256 of the bytes, and no name is
 * given twice, so that what is deleted is never what somebody just stored. Everything rejects with `Unavailable` and a reason.
 */
export const createBucket = (options: BucketOptions) => {
  const { name: bucket, region, endpoint, accessKeyId, secretAccessKey, prefix } = options
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
  const { host } = new URL(base)
  let client: Promise<AwsClient> | undefined
  // A site without a bucket never loads it.
  const load = () => {
    client ??= import('aws4fetch').then(
      ({ AwsClient }) => new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 }),
    )
    return client
  }

  const failed = (reason: string) => new Unavailable(`The bucket ${bucket} cannot be used: ${reason}.`)
  const unreached = (error: unknown) => {
    const { cause, name } = error as Error
    if (name === 'TimeoutError') return failed(`${host} took too long to answer`)
    return failed(`${host} cannot be reached (${(cause as NodeJS.ErrnoException | undefined)?.code ?? name})`)
  }

  const ask = async (
    path: string,
    init: { method?: string; body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
    within: number,
  ): Promise<Response> => {
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), within)
    try {
      const answer = await (await load()).fetch(`${base}${path}`, { ...init, redirect: 'manual', signal: over.signal })
      if (answer.ok) return answer
      const code = codeOf(await answer.text())
      throw failed(`${host} answered ${answer.status}${code ? ` (${code})` : ''}`)
    } catch (error) {
      throw error instanceof Unavailable ? error : unreached(error)
    } finally {
      clearTimeout(timer)
    }
  }

  const whole = async (answer: Response): Promise<Buffer> => {
    const late = AbortSignal.timeout(wholeMs)
    const parts: Uint8Array[] = []
    try {
      for await (const part of answer.body ?? []) {
        late.throwIfAborted()
        parts.push(part)
      }
    } catch (error) {
      throw unreached(error)
    }
    return Buffer.concat(parts)
  }

  const pathOf = (object: string) => `/${prefix}${object}`

  return {
    /** For people: the bucket and its host. */
    place: `${bucket} at ${host}`,

    /** Stores bytes for good, and resolves to the name of their object once the service has acknowledged them and their digest. */
    put: async (bytes: Uint8Array, type: string): Promise<string> => {
      const digest = sha256(bytes)
      const object = `${digest}-${randomBytes(8).toString('hex')}`
      const headers = { 'content-type': type, 'x-amz-content-sha256': digest }
      const body = bytes as Uint8Array<ArrayBuffer>
      await (await ask(pathOf(object), { method: 'PUT', body, headers }, wholeMs)).arrayBuffer()
      return object
    },

    /** All bytes of an object. Rejects also when they are not those that were stored. */
    get: async (object: string): Promise<Buffer> => {
      const bytes = await whole(await ask(pathOf(object), {}, headMs))
      if (sha256(bytes) !== object.slice(0, 64)) throw failed(`${object} is not what was stored`)
      return bytes
    },

    /** The bytes of an object from `from` to `to`, the last one included, as fast as they are taken. */
    read: async (object: string, { from, to }: { from: number; to: number }): Promise<AsyncIterable<Uint8Array>> => {
      const answer = await ask(pathOf(object), { headers: { range: `bytes=${from}-${to}` } }, headMs)
      if (answer.status !== 206 || !answer.body) throw failed(`${host} sent all instead of a part`)
      return answer.body
    },

    /** Deletes an object; also one that is not there. */
    remove: async (object: string): Promise<void> => {
      await (await ask(pathOf(object), { method: 'DELETE' }, headMs)).arrayBuffer()
    },

    /** All objects that `put` named. */
    async *list(): AsyncGenerator<ListedObject> {
      let from: string | undefined = ''
      while (from !== undefined) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(from && { 'continuation-token': from }) })
        const answer: Response = await ask(endpoint ? `?${query}` : `/?${query}`, {}, headMs)
        const { objects, next } = readObjectList((await whole(answer)).toString())
        for (const { name, putAt } of objects) {
          const object = name.slice(prefix.length)
          if (isObjectName(object)) yield { name: object, putAt }
        }
        from = next
      }
    },
  }
}

export type Bucket = ReturnType<typeof createBucket>

/** Bytes as their row has them: in it, or in an object of the bucket. */
export interface PlacedBytes {
  /** Empty when they are in an object. */
  bytes: Uint8Array
  size: number
  /** Name of the object; null when the row has the bytes. */
  object: string | null
}

/** An encoded image whose variants have their places. */
export type PlacedImage = Omit<EncodedImage, 'variants'> & {
  variants: (Omit<EncodedImage['variants'][number], 'bytes'> & PlacedBytes)[]
}

/** Objects that are stored at once. */
const atOnce = 6

/**
 * Finds the place of bytes before the transaction that names them: with a bucket, they are in it when this resolves. Throws
 * `Unavailable` when the bucket does not take them.
 */
export const placeBytes = async (bucket: Bucket | undefined, bytes: Uint8Array, type: string): Promise<PlacedBytes> => {
  const size = bytes.byteLength
  return bucket
    ? { bytes: new Uint8Array(), size, object: await bucket.put(bytes, type) }
    : { bytes, size, object: null }
}

/** The same for all variants of an image. */
export const placeImage = async (bucket: Bucket | undefined, image: EncodedImage): Promise<PlacedImage> => {
  const limited = pLimit(atOnce)
  const variants = await Promise.all(
    image.variants.map(({ bytes, ...variant }) =>
      limited(async () => ({ ...variant, ...(await placeBytes(bucket, bytes, `image/${variant.format}`)) })),
    ),
  )
  return { ...image, variants }
}

/** The bucket. Throws `Unavailable` when none is set up. */
export const needBucket = (bucket: Bucket | undefined): Bucket => {
  if (!bucket) throw new Unavailable('This file is in a bucket, and no bucket is set up. Set S3_BUCKET as it was.')
  return bucket
}

/** Bytes from where their row says that they are. */
export const readPlaced = async (
  bucket: Bucket | undefined,
  { bytes, object }: Pick<PlacedBytes, 'bytes' | 'object'>,
): Promise<Uint8Array> => (object === null ? bytes : needBucket(bucket).get(object))
