import { SaxesParser } from 'saxes'

export interface ListedObject {
  name: string
  /** Time at which it was stored, in ms since 1970. */
  putAt: number
}

/**
 * Reads a page of a bucket's list of objects; `next` leads to the following one. Throws when it is not XML.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export const readObjectList = (xml: string): { objects: ListedObject[]; next: string | undefined } => {
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
