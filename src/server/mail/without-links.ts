import { withoutTurning } from '../../model/text-rules.ts'

/**
 * A stranger's text in which mail programs find no link: `https[:]//evil[.]example`, as security reports write it. The change is
 * visible when the text is copied. Our emails link to our own pages only.
 */
export const withoutLinks = (text: string): string =>
  withoutTurning(text)
    .replaceAll('://', '[:]//')
    // Any scheme: what a program opens it knows better than a list here.
    .replaceAll(/(?<![a-z0-9])([a-z][a-z0-9+.-]{1,30}):(?=[^\s)])/gi, '$1[:]')
    // Host names may have other full stops; between ideographs they end a sentence.
    .replaceAll(
      /(?<=[\p{L}\p{N}])[.．](?=\p{L}{2})|(?<=[\p{L}\p{N}])[。｡](?=[a-z]{2})|(?<=[a-z0-9])[。｡](?=\p{L}{2})/giu,
      '[.]',
    )
