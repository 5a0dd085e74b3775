/** The confirmation that a visitor gets by email; the owner may have another text. */
export const englishMail = {
  subject: 'Your message to {site}',
  text: 'Thank you for your message. It has arrived, and I will answer as soon as I can.',
  reason: 'Somebody, most likely you, wrote to {site} with this email address.',
} as const
