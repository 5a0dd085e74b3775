/** Pages of a PDF as one drawing, each below the other. */
export interface DrawnPages {
  /** Of the drawing; to be revoked. */
  url: string
  count: number
  /** Height of a page, as a share of its width. */
  ratio: number
}

/** Reads the size of a drawing and waits until it can be shown, so that nothing flickers. */
export const drawnPages = async (svg: string, count: number): Promise<DrawnPages> => {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg.slice(0, 500)) ?? []
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = url
  await image.decode()
  return { url, count, ratio: Number(height) / Number(width) / count }
}
