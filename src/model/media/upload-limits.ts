const mebibyte = 1024 * 1024

/** The most bytes of an upload of each kind, and the message about a larger one. */
export const uploadLimits = {
  image: {
    bytes: 6 * mebibyte,
    message: 'This file is larger than 6 MB. Save the image smaller, 2000 pixels wide is plenty.',
  },
  pdf: { bytes: 10 * mebibyte, message: 'This PDF is larger than 10 MB. Save it with smaller images.' },
  svg: { bytes: mebibyte, message: 'This SVG is larger than 1 MB. Simplify it, or save it as PNG.' },
  video: {
    bytes: 30 * mebibyte,
    message: 'This video is larger than 30 MB. Export it shorter, smaller, or with a lower bitrate.',
  },
} as const
