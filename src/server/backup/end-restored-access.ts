import { DatabaseSync } from 'node:sqlite'
import { handOverKey } from '../accounts/claim-token.ts'
import { type EndedAccess, endedInWords } from '../accounts/ended-access.ts'

interface RestoredAccess {
  ended: EndedAccess
  messages: string[]
}

const mostNames = 10

const listed = (names: readonly string[]) => {
  const more = names.length - mostNames
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/**
 * Deletes sessions, tokens and links from the copy of a store: they may have been revoked after the backup was made. Needs the tables
 * of this version.
 */
export const endRestoredAccess = (file: string, at: string): RestoredAccess => {
  using database = new DatabaseSync(file)
  const remove = (from: string, ...parameters: string[]) =>
    Number(database.prepare(`delete from ${from}`).run(...parameters).changes)
  const count = (from: string) => Number(database.prepare(`select count(*) as n from ${from}`).get()?.n)
  database.exec('begin')
  const names = database.prepare('select name from api_tokens order by name').all()
  const counts = {
    sessions: remove('sessions'),
    tokens: remove('api_tokens'),
    inProgress: remove('verifications'),
    passwordLinks: remove('password_resets'),
    handOverLinks: remove('meta where key = ?', handOverKey),
  }
  const invitations = remove('invitations')
  const shareLinks = remove('share_links')
  const variants = Number(
    database.prepare('select count(*) as n from cv_variants where data like \'%"access":"link"%\'').get()?.n,
  )
  database.exec('update cv_variants set link = lower(hex(randomblob(16)))')
  database.exec('commit')
  const ended = Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)) as EndedAccess
  const messages: string[] = []
  if (Object.keys(ended).length > 0)
    messages.push(`Ended, since they may have been revoked after the backup was made: ${endedInWords(ended)}.`)
  if (invitations > 0) messages.push('Invitations were withdrawn, too. Make new ones under User.')
  if (shareLinks > 0) messages.push('Links under which drafts were reviewed have ended. Make new ones in the forms.')
  if (variants > 0) messages.push('Variants of the CV that are shown by link have new links. Send those.')
  if (names.length > 0)
    messages.push(`Make new API tokens where scripts need them: ${listed(names.map(({ name }) => String(name)))}.`)
  const ways = endedInWords({
    passkeys: count('passkeys'),
    google: count('accounts where "providerId" != \'credential\''),
  })
  if (count('users') > 0)
    messages.push(
      `Passwords are those of ${at.slice(0, 10)}, and so are ${ways}. Take off under User what you no longer trust.`,
    )
  return { ended, messages }
}
