declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt'
      keepFeatures?: string[]
      noHinting?: boolean
      /** Each axis that is pinned, by its tag. */
      variationAxes?: Record<string, number>
    },
  ) => Promise<Buffer>
  export default subsetFont
}
