/** Bounds of the form's fields, in UTF-16 code units. Apart from the schema so that the browser need not load it. */
export const fieldLimits = { user_name: 100, user_email: 254, message: 5000 } as const

/** Time that the thank-you is shown before the form returns, in ms. Specification, section 9. */
export const sentMessageShown = 2000

/**
 * The proof of work of the contact form, as both sides know it. A challenge is `expiry.id.signature`, its time in seconds since 1970
 * (base 36). It is solved by a nonce for each piece, so that SHA-256 of `signature.piece.nonce` begins with so many zero bits;
 * many small pieces take nearly the same time on every try, one large would not. The proof is `challenge~nonce-nonce-…`.
 */
export const proofOfWork = { pieces: 8, zeroBits: 13 } as const

/** Input of the hash; fits into one block of SHA-256. */
export const hashInput = (signature: string, piece: number, nonce: number): string => `${signature}.${piece}.${nonce}`

/** Expiry of a challenge, in ms since 1970. */
export const challengeExpiry = (challenge: string): number => Number.parseInt(challenge, 36) * 1000
