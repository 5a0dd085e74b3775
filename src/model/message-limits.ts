/** Bounds of a visitor's message, in UTF-16 code units. Apart from the schema so that the browser need not load it. */
export const messageLimits = { name: 100, email: 254, message: 5000 } as const

/** How long the thank-you stands before the form returns, in ms. Specification, section 9. */
export const sentMessageShown = 2000

/** Specification, section 4. */
export const sentMessageText = 'Your email has been sent successfully!'
