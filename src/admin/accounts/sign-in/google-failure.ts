const expired = 'Signing in with Google took too long or was started in another window. Try again.'

const messages: Record<string, string> = {
  access_denied: 'Access was denied at Google. Try again, or use your password.',
  account_not_linked:
    'An account with this email address already exists. Sign in with its password, then link Google in your account.',
  account_already_linked_to_different_user: 'This Google account is linked to another account.',
  email_not_found: 'Google sent no email address. Use your password.',
  email_not_verified: 'Google has not verified this email address, so it cannot be used here.',
  invitation_gone:
    'This invitation does not work any more: it was used or revoked, or its time is over. Ask for a new one.',
  registration_closed: 'No account has this email address, and registration is closed.',
  unable_to_link_account: 'Google was not linked: it has not verified the email address of that account.',
  signed_out_meanwhile: 'Google was not linked because you were signed out. Sign in and link it again.',
  state_mismatch: expired,
  state_not_found: expired,
  state_invalid: expired,
  state_security_mismatch: expired,
}

/** Message for a failed Google sign-in. Other text of the URL is never shown, since anyone can craft one. */
export const googleFailure = (code: string): string =>
  messages[code.toLowerCase()] ?? 'Signing in with Google failed. Try again, or use your password.'
