import { Invalid } from '../../model/errors.ts'

let common: Promise<Set<string>> | undefined

// Half a megabyte; loaded when somebody first chooses a password.
const loadCommon = () => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const normalized = (text: string) => folded(text).replace(/\P{L}/gu, '')

/**
 * Throws `Invalid` for this field when the password is easy to guess. Length is checked by the schema. No rule asks for digits or capitals
 * (ASVS 5.0, 6.2.5); common passwords are refused (6.2.4).
 */
export const refuseWeakPassword = async (
  field: 'password' | 'newPassword',
  password: string,
  person: { email: string; username?: string; name?: string; surname?: string },
): Promise<void> => {
  const refuse = (problem: string) => {
    throw new Invalid({ [field]: problem })
  }
  const word = folded(password)
  if (new Set(word).size < 4) refuse('This password repeats a few characters. Choose a longer one, such as four words.')
  const own = [person.email, person.email.split('@')[0], person.username, `${person.name}${person.surname}`, 'vitrine']
  if (own.some((part) => part && normalized(part).length > 2 && normalized(password) === normalized(part)))
    refuse('This password is made of your own name. Choose another one.')
  if ((await loadCommon()).has(word)) refuse('This password is on the lists that are tried first. Choose another one.')
}
