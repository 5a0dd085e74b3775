import type { Mutation } from './mutation.ts'

const limits = ['src/server/inbox/messages/message-limit.test.ts']
const files = ['src/server/inbox/messages/message-file.test.ts']

/** The contact form under a flood, and strangers' text in emails and spreadsheets. */
export const inboxMutations: Mutation[] = [
  {
    loses: 'the limit of a /48',
    file: 'src/server/inbox/messages/message-limit.ts',
    old: 'limits: [refuse(20, 10 * minute), refuse(80, day)]',
    new: 'limits: []',
    tests: limits,
  },
  {
    loses: 'that of many messages at once no more are taken than one after another',
    file: 'src/server/inbox/messages/message-limit.ts',
    old: "if (limit.above === 'refuse') throw",
    new: "if (limit.above !== 'refuse') throw",
    tests: limits,
  },
  {
    loses: 'that a proof of work is taken above the limits',
    file: 'src/server/inbox/messages/message-limit.ts',
    old: '!over.has(provenKey) && (await prove())',
    new: '!over.has(provenKey) && !(await prove())',
    tests: limits,
  },
  {
    loses: 'the bound of the quarantine',
    file: 'src/server/inbox/messages/message-limit.ts',
    old: 'Number(count) >= maxQuarantined',
    new: 'Number(count) < 0',
    tests: limits,
  },
  {
    loses: 'that the quarantine is purged',
    file: 'src/server/inbox/messages/message-cleanup.ts',
    old: '  await purgeQuarantine(database, now)\n',
    new: '',
    tests: ['src/server/inbox/messages/messages.test.ts'],
  },
  {
    loses: 'that what is crowded out is quarantined whatever it scores',
    file: 'src/server/inbox/spam/spam-filter.ts',
    old: 'scored.isQuarantined || arrival.isCrowdedOut === true',
    new: 'scored.isQuarantined',
    tests: ['src/server/inbox/messages/contact-api.test.ts'],
  },
  {
    loses: 'that the owner’s notice has no link of a stranger',
    file: 'src/server/inbox/mail/emails.ts',
    // In two pieces, since the linter takes it for a template that was meant as one.
    old: ['`$', '{withoutLinks(user_name)} ($', '{user_email}) wrote'].join(''),
    new: ['`$', '{user_name} ($', '{user_email}) wrote'].join(''),
    tests: ['src/server/inbox/mail/without-links.test.ts'],
  },
  {
    loses: 'the guard against formulas after a semicolon',
    file: 'src/server/inbox/messages/message-file.ts',
    old: '(^|[,;|',
    new: '(^|[,|',
    tests: files,
  },
]
