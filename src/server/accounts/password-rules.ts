let common: Promise<Set<string>> | undefined

// Half a megabyte of words; loaded by the first person who chooses a password.
const loadCommon = () => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const normalized = (text: string) => folded(text).replace(/\P{L}/gu, '')

/**
 * Why this password cannot be taken, in a sentence, or undefined when it can. Length is the schema's business; no rule asks
 * for digits or capitals (ASVS 5.0, 6.2.5), but what everybody guesses first is refused (6.2.4).
 */
export const passwordProblem = async (
  password: string,
  person: { email: string; username?: string; name?: string; surname?: string },
): Promise<string | undefined> => {
  const word = folded(password)
  if (new Set(word).size < 4) return 'This password repeats a few characters. Choose a longer one, such as four words.'
  const own = [person.email, person.email.split('@')[0], person.username, `${person.name}${person.surname}`, 'vitrine']
  if (own.some((part) => part && normalized(part).length > 2 && normalized(password) === normalized(part))) {
    return 'This password is made of your own name. Choose another one.'
  }
  if ((await loadCommon()).has(word)) return 'This password is on the lists that are tried first. Choose another one.'
  return undefined
}
