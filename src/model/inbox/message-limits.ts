/** Bounds of a visitor's message, in UTF-16 code units. Apart from the schema so that the browser need not load it. */
export const messageLimits = { name: 100, email: 254, message: 5000 } as const

/** Time that the thank-you is shown before the form returns, in ms. Specification, section 9. */
export const sentMessageShown = 2000

/** The bound of each field of the form. */
export const fieldLimits = {
  user_name: messageLimits.name,
  user_email: messageLimits.email,
  message: messageLimits.message,
} as const
