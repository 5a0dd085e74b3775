/** Request header that carries the caller's IP address to the sign-in library. Only the server sets it. */
export const ipHeader = 'x-vitrine-client-address'
