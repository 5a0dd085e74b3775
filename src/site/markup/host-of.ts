/** The host of a link alone, which is easier to read than the whole; what follows the colon of an email address or a telephone number. */
export const hostOf = (url: string): string =>
  /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url.replace(/^(?:mailto|tel):/i, '')
