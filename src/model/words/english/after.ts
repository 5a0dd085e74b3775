/** The owner's questions after a message was sent, which may be left unanswered. */
export const englishAfter = {
  title: 'A few questions, if you like',
  note: 'Your message has arrived. Answers are added to it; leave out what you like.',
  none: 'No answer',
  choice: 'Choose one of these.',
  link: 'Enter a web address like example.com.',
  nothing: 'There is no answer yet.',
  send: 'Send answers',
  again: 'Send again',
  thanks: 'Thank you. Your answers are with your message.',
  closed: 'These questions are closed: they were answered, or their time is over.',
  failed: 'Your answers could not be sent. They are still here; please send them again.',
} as const
