/**
 * A stranger's text in which mail programs find no link: `https[:]//evil[.]example`, as security reports write it. The change is
 * visible when the text is copied. Our emails link to our own pages only.
 */
export const withoutLinks = (text: string): string =>
  text.replaceAll('://', '[:]//').replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '[.]')
