/** Bounds of a visitor's message, in UTF-16 code units. Apart from the schema so that the browser need not load it. */
export const messageLimits = { name: 100, email: 254, message: 5000 } as const

/** Time that the thank-you is shown before the form returns, in ms. Specification, section 9. */
export const sentMessageShown = 2000

/** Specification, section 4. */
export const sentMessageText = 'Your email has been sent successfully!'

/** Messages for empty and invalid fields, the same in the schema and in the browser's form. */
export const messageSentences = {
  user_name: {
    missing: 'Enter your name.',
    tooLong: `Your name may have at most ${messageLimits.name} characters.`,
  },
  user_email: {
    missing: 'Enter your email address.',
    tooLong: `Your email address may have at most ${messageLimits.email} characters.`,
    wrong: 'Enter an email address like name@example.com.',
  },
  message: {
    missing: 'Write a message.',
    tooLong: `Your message may have at most ${messageLimits.message} characters.`,
  },
} as const
