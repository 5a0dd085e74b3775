import type { Mutation } from './mutation.ts'

/** The contact form under a flood, and strangers' text in emails and spreadsheets. */
export const inboxMutations: Mutation[] = [
  {
    loses: 'the limit of a /48',
    in: 'networksOf',
    old: 'limits: [refuse(20, 10 * minute), refuse(80, day)]',
    new: 'limits: []',
    noticed: 'refuses a /48 after twenty messages in ten minutes, and no other network',
  },
  {
    loses: 'that of many messages at once no more are taken than one after another',
    in: 'createMessageLimit',
    old: "if (limit.above === 'refuse') throw",
    new: "if (limit.above !== 'refuse') throw",
    noticed: 'quarantines messages of a crowded provider or /24 without a proof, and lets those with one through',
  },
  {
    loses: 'that a proof of work is taken above the limits',
    in: 'createMessageLimit',
    old: '!over.has(provenKey) && (await prove())',
    new: '!over.has(provenKey) && !(await prove())',
    noticed: 'quarantines messages of a crowded provider or /24 without a proof, and lets those with one through',
  },
  {
    loses: 'the bound of the quarantine',
    in: 'isQuarantineFull',
    old: 'Number(count) >= maxQuarantined',
    new: 'Number(count) < 0',
    noticed: 'refuses when the quarantine is full, until messages in it are labelled',
  },
  {
    loses: 'that the quarantine is purged',
    in: 'cleanUpMessages',
    old: '  await purgeQuarantine(database, now)\n',
    new: '',
    noticed: 'go to the trash after thirty days without a label, and for good after thirty more',
  },
  {
    loses: 'that what is crowded out is quarantined whatever it scores',
    in: 'createSpamFilter',
    old: 'scored.isQuarantined || arrival.isCrowdedOut === true',
    new: 'scored.isQuarantined',
    noticed: 'quarantines it whatever the points of the signal',
  },
  {
    loses: 'that the owner’s notice has no link of a stranger',
    in: 'noticeEmail',
    // In two pieces, since the linter takes it for a template that was meant as one.
    old: ['`$', '{withoutLinks(user_name)} ($', '{user_email}) wrote'].join(''),
    new: ['`$', '{user_name} ($', '{user_email}) wrote'].join(''),
    noticed: 'leaves only our own links in the text and the HTML of a %s',
  },
  {
    loses: 'that answers to one token are stored once',
    in: 'createQuestions',
    old: 'if (numDeletedRows === 0n) throw closed()',
    new: 'if (numDeletedRows < 0n) throw closed()',
    noticed: 'take exactly one of twenty answers that come at once',
  },
  {
    loses: 'that nobody answers after the hour',
    in: 'createQuestions',
    old: 'row.expires_at > iso(now()) &&',
    new: 'row.expires_at > iso(0) &&',
    noticed:
      'answer a forged, an expired, a used and an erased token in the same way, and so one of a clock that was ahead',
  },
  {
    loses: 'the guard against formulas after a semicolon',
    in: 'formula',
    old: '(^|[,;|',
    new: '(^|[,|',
    noticed: 'lets no formula begin in %j under any separator',
  },
]
