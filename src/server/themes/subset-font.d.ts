declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures?: string[] },
  ) => Promise<Buffer>
  export default subsetFont
}
