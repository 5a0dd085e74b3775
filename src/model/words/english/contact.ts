/** Words of the contact form in the browser, and about its fields on the server as well. */
export const englishContact = {
  sending: 'Sending…',
  sent: 'Sent',
  /** Stays below the form; `time` is a time of day. */
  sentAt: 'Sent at {time}.',
  again: 'Try again',
  /** Specification, section 4. */
  thanks: 'Your email has been sent successfully!',
  attention: 'Please look at the marked fields.',
  retrying: 'No answer yet. Trying once more…',
  online: 'You are online again. Your text is still here.',
  unreachable: 'Your message could not be sent: there is no connection. Your text is still here.',
  offline: 'You are offline. Your text is still here; send it when you are back.',
  /** `when` is a time such as “in 5 minutes”. */
  tooMany: 'Too many messages came from here. Please try again {when}. Your text is still here.',
  tooManyLater: 'Too many messages came from here. Please try again later. Your text is still here.',
  tooLong: 'Your message is too long. Please shorten it and try again.',
  failed: 'The site could not take your message just now. Your text is still here; please try again.',
  /** For fields that are empty, too long or invalid. `n` is the bound of `fieldLimits`. */
  problems: {
    user_name: { missing: 'Enter your name.', tooLong: 'Your name may have at most {n} characters.' },
    user_email: {
      missing: 'Enter your email address.',
      tooLong: 'Your email address may have at most {n} characters.',
      wrong: 'Enter an email address like name@example.com.',
    },
    message: { missing: 'Write a message.', tooLong: 'Your message may have at most {n} characters.' },
  },
} as const
