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
