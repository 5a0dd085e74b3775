import { setNonce } from 'get-nonce'

/** Nonce of this document, required for style elements by the Content-Security-Policy. */
export const nonce: string = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? ''

// The scroll lock of dialogs creates a style element and reads the nonce from here.
setNonce(nonce)
