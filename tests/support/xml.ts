import { SaxesParser } from 'saxes'

/** An element with its namespace resolved. */
export interface XmlElement {
  name: string
  uri: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
}

/** Parses a document strictly, namespaces included. Throws for what is not well-formed. */
export const parseXml = (document: string): XmlElement => {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlElement = { name: '', uri: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value])
    const element: XmlElement = {
      ...{ name: local, uri, attributes: Object.fromEntries(values) },
      ...{ children: [], text: '' },
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(document).close()
  const [document_] = root.children
  if (!document_) throw new Error('The document is empty.')
  return document_
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)

export const textOf = (element: XmlElement, name: string): string | undefined => childrenOf(element, name)[0]?.text
