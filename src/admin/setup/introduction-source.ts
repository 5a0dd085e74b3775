import type { Account } from '../../model/accounts/account.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { introductionFields } from '../../model/setup/introduction.ts'
import { languageOf } from '../../model/words/languages.ts'
import type { FormSource } from '../form/open-form.ts'

/** Fields that begin with what the account and the browser already know. */
const fieldsFor = ({ name, surname, email }: Account): Fields => ({
  ...introductionFields,
  language: { ...introductionFields.language, empty: languageOf(navigator.language) },
  name: { ...introductionFields.name, empty: [name, surname].filter(Boolean).join(' ') },
  email: { ...introductionFields.email, empty: email },
})

/** The introduction is sent once, as a whole; until then its text is kept on the device. */
export const introductionSource = (account: Account): FormSource => ({
  key: 'setup/introduction',
  fields: fieldsFor(account),
  onRequest: true,
  send: () => Promise.reject(new Error('The introduction is not saved by itself.')),
  stored: () => {
    throw new Error('The introduction is not stored as one.')
  },
})
