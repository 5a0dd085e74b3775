import type { Mutation } from './mutation.ts'

const bulk = ['src/server/content/bulk-entries.test.ts', 'src/server/content/api.test.ts']
const drafts = ['src/server/publishing/drafts.test.ts']
const scheduled = ['src/server/publishing/scheduled.test.ts']
const settings = ['src/server/settings/settings-store.test.ts']
const former = ['src/server/content/former-slugs.test.ts']

/** Protections of publishing: no unseen text on the page, one undo for one act. */
export const publishingMutations: Mutation[] = [
  {
    loses: 'that of several entries only those are published that were seen as they are',
    file: 'src/server/content/bulk-entries.ts',
    old: 'version !== undefined && version !== row.version',
    new: 'version !== undefined && version > row.version',
    tests: bulk,
  },
  {
    loses: 'that drafts are published in the versions that were listed',
    file: 'src/server/publishing/drafts.ts',
    old: 'createEntries(store, links).publish(collection, entry, { by, version })',
    new: 'createEntries(store, links).publish(collection, entry, { by })',
    tests: drafts,
  },
  {
    loses: 'that a form shows the text of another window before it publishes it',
    file: 'src/admin/form/autosave/merged.ts',
    old: 'const unseen = rules.onRequest ? [] : visiblyChanged(state, all, rules)',
    new: 'const unseen: string[] = []',
    tests: ['src/admin/form/autosave/simulation.test.ts'],
  },
  {
    loses: 'that one undo takes back all of what was done together',
    file: 'src/server/journal/journal.ts',
    old: 'for (const change of await batchOf(trx, await find(trx, id))) {',
    new: 'for (const change of [await find(trx, id)]) {',
    tests: ['src/server/journal/journal.test.ts', 'src/server/content/bulk-entries.test.ts'],
  },
  {
    loses: 'that a draft of the settings is not on the page',
    file: 'src/server/settings/settings-store.ts',
    old: 'return stateOf(parse(settingsDraftSchema, changed), publishableSettings(liveIn(stored)), stored)',
    new: 'return stateOf(parse(settingsDraftSchema, changed), publishableSettings(changed), stored)',
    tests: settings,
  },
  {
    loses: 'that who names no version publishes no draft of somebody else',
    file: 'src/server/settings/settings-store.ts',
    old: 'based.version === undefined ? { ...liveIn(stored), ...named } : draft',
    new: 'draft',
    tests: settings,
  },
  {
    loses: 'that undoing a publication does not repeat it at its time',
    file: 'src/server/content/schedule.ts',
    old: 'time !== null && Date.parse(time) > now ? time : null',
    new: 'time',
    tests: scheduled,
  },
  {
    loses: 'that what could not go live is not tried again',
    file: 'src/server/content/schedule.ts',
    old: "(action === 'publishAt' && failure !== null)",
    new: "(action === 'publishAt' && failure === '')",
    tests: scheduled,
  },
  {
    loses: 'that a link for a new password ends after an hour',
    file: 'src/server/accounts/password-resets.ts',
    old: 'const row = { hash, expires_at: iso(clock() + oneHourMs) }',
    new: 'const row = { hash, expires_at: iso(clock() + 48 * oneHourMs) }',
    tests: ['src/server/accounts/password-resets.test.ts'],
  },
  {
    loses: 'that an invitation ends',
    file: 'src/server/accounts/invitations.ts',
    old: "reader.selectFrom('invitations').where('expires_at', '>', iso(clock()))",
    new: "reader.selectFrom('invitations').where('expires_at', '>', '')",
    tests: ['src/server/accounts/invitations.test.ts'],
  },
  {
    loses: 'that a stored password is never shown again',
    file: 'src/server/connections/describe.ts',
    old: "return { ...values, hasPassword: password !== '' }",
    new: "return { ...values, ...{ password }, hasPassword: password !== '' }",
    tests: ['src/server/connections/api.test.ts'],
  },
  {
    loses: 'that an SVG carries no style that fetches',
    file: 'src/server/media/svg/sanitize-svg.ts',
    old: 'if (isSafeCss(css)) style.textContent = css',
    new: 'if (css) style.textContent = css',
    tests: ['src/server/media/svg/sanitize-svg.test.ts'],
  },
  {
    loses: 'that an SVG has only attributes that lead nowhere',
    file: 'src/server/media/svg/sanitize-svg.ts',
    old: 'data.keepAttr = isSafeAttribute(data.attrName, data.attrValue, element.nodeName)',
    new: 'data.keepAttr = isSafeAttribute(data.attrName, data.attrValue, element.nodeName) || true',
    tests: ['src/server/media/svg/sanitize-svg.test.ts'],
  },
  {
    loses: 'that a link into the site leads somewhere',
    file: 'src/server/links/links.ts',
    old: 'if (problem !== undefined) problems.set(path, problem)',
    new: '',
    tests: ['src/server/links/links.test.ts'],
  },
  {
    loses: 'that the last owner of a former address gets its visitors',
    file: 'src/server/content/former-slugs.ts',
    old: "(newest.get(key)?.until ?? '') < until",
    new: '!newest.has(key)',
    tests: former,
  },
]
