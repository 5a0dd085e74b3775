// Control characters, half surrogate pairs, line separators, and what turns the direction of text: `photo\u202egpj.exe` reads as `photoexe.jpg`.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A file's name fit to be kept and shown: without folders, controls and excess, never empty. */
export const fileName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.slice(0, 400)
    .replace(unseen, '')
    .trim()
    .slice(0, 200)
    // The cut may have halved a character outside the basic plane.
    .replace(unseen, '') || 'image'
