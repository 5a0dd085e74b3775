// Control characters, half surrogate pairs, line separators, and characters that change the direction of text: `photo\u202egpj.exe`
// reads as `photoexe.jpg`.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A file's name for display, without folders and control characters, never empty. */
export const fileName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.slice(0, 400)
    .replace(unseen, '')
    .trim()
    .slice(0, 200)
    // The cut may have halved a surrogate pair.
    .replace(unseen, '') || 'image'
