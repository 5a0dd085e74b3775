/**
 * A random id of 128 bits, in the form of a UUID. Browsers have `crypto.randomUUID` at secure addresses only, and a site may well be tried at
 * another first.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
