// The parts of css-tree that do not load its tables of properties.
declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<Record<string, number>>
  export const tokenize: (source: string, onToken: (type: number, start: number, end: number) => void) => void
}
declare module 'css-tree/parser' {
  type Raw = { loc: Record<'start' | 'end', { offset: number }> }
  const parse: (
    source: string,
    options: Record<'positions' | 'parseValue' | 'parseAtrulePrelude', boolean> & {
      onParseError(error: { message: string; offset: number }, raw: Raw): void
    },
  ) => object
  export default parse
}
declare module 'css-tree/generator' {
  const generate: (tree: object) => string
  export default generate
}
declare module 'css-tree/utils' {
  export const ident: { decode(text: string): string }
}
