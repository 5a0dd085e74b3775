const expired = 'Signing in with Google took too long, or was begun in another window. Try again.'

/** By the word that stands in the address when Google's page leads back here. */
const messages: Record<string, string> = {
  access_denied: 'Google was not allowed to say who you are. Try again, or use your password.',
  account_not_linked:
    'An account with this e-mail address exists already. Use its password; then Google can be linked under User.',
  account_already_linked_to_different_user: 'This Google account belongs to another account here.',
  email_not_found: 'Google told no e-mail address. Use your password.',
  email_not_verified: 'Google has not verified this e-mail address, so it cannot be used here.',
  registration_closed: 'There is no account with this e-mail address here, and registration is closed.',
  unable_to_link_account: 'Google was not linked. It has not verified the e-mail address of that account.',
  signed_out_meanwhile: 'You were signed out in the meantime, so Google was not linked. Sign in and link it again.',
  state_mismatch: expired,
  state_not_found: expired,
  state_invalid: expired,
  state_security_mismatch: expired,
}

/** What is told of a failure at Google. Whatever else the address says is never shown: anybody can make one. */
export const googleFailure = (code: string): string =>
  messages[code.toLowerCase()] ?? 'Signing in with Google did not work. Try again, or use your password.'
