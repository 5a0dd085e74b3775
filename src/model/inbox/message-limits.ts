/** Bounds of the form's fields, in UTF-16 code units. Apart from the schema so that the browser need not load it. */
export const fieldLimits = { user_name: 100, user_email: 254, message: 5000 } as const

/** Time that the thank-you is shown before the form returns, in ms. Specification, section 9. */
export const sentMessageShown = 2000
