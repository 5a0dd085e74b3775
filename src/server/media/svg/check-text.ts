import { SaxesParser } from 'saxes'
import { Refused } from '../refused.ts'

/** Far beyond what logos and drawings need; below what a parser or a browser needs seconds for. */
const limits = { depth: 100, elements: 20_000, attributes: 60 }

const unsupported = (message: string) => new Refused('unsupported-type', message)
const tooComplex = () =>
  new Refused('too-large', 'This SVG has too many or too deeply nested shapes. Simplify it, or save it as PNG.')

/** The text of an SVG file. Throws `Refused` for other encodings than UTF-8. */
export const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unsupported('This SVG is not encoded in UTF-8. Save it as plain SVG in UTF-8.')
  }
}

/**
 * Reads an SVG once from beginning to end before anything builds a tree of it. Throws `Refused` when it is not well formed, declares
 * entities, or exceeds the limits.
 */
export const checkText = (
  text: string,
  onElement: (name: string, attributes: Map<string, string>) => void = () => {},
) => {
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let elements = 0
  let attributes = 0
  let refused: Refused | undefined
  const refuse = (reason: Refused) => {
    refused ??= reason
    throw refused
  }
  parser.on('error', () =>
    refuse(unsupported('This SVG is damaged: it is not well-formed XML. Open it, save it again and retry.')),
  )
  parser.on('doctype', (doctype) => {
    if (/[[\]]|<!ENTITY/i.test(doctype))
      refuse(unsupported('This SVG declares entities, which are not read. Save it as plain SVG.'))
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > limits.attributes) refuse(tooComplex())
  })
  parser.on('opentag', ({ name, uri, attributes: own }) => {
    depth += 1
    elements += 1
    attributes = 0
    if (elements === 1 && (name !== 'svg' || uri !== 'http://www.w3.org/2000/svg'))
      refuse(unsupported('This file is not an SVG image.'))
    if (depth > limits.depth || elements > limits.elements) refuse(tooComplex())
    onElement(name, new Map(Object.values(own).map((one) => [one.name, one.value])))
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text).close()
}
