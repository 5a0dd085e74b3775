// The parts of css-tree that do not load its tables of properties.
declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<Record<string, number>>
  export const tokenize: (source: string, onToken: (type: number, start: number, end: number) => void) => void
}
declare module 'css-tree/parser' {
  interface Options {
    positions?: boolean
    parseValue?: boolean
    parseAtrulePrelude?: boolean
    parseCustomProperty?: boolean
    onParseError?(
      error: { message: string; offset: number },
      raw: { loc: Record<'start' | 'end', { offset: number }> },
    ): void
  }
  const parse: (source: string, options: Options) => object
  export default parse
}
declare module 'css-tree/generator' {
  const generate: (tree: object) => string
  export default generate
}
declare module 'css-tree/utils' {
  export const ident: { decode(name: string): string }
  export const string: { decode(text: string): string }
}
