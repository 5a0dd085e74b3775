import { setNonce } from 'get-nonce'

/** The nonce of this answer, with which the Content-Security-Policy lets style elements in. */
export const nonce: string = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? ''

// The scroll lock of dialogs makes its own style element and asks here.
setNonce(nonce)
