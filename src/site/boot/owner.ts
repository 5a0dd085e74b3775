/**
 * Fetches what only the owner sees, and for members a link to their account. It trusts the display copy that signing in leaves in this browser: anyone may forge that, and
 * gains only links that need a sign-in.
 */
export const greetOwner = async (): Promise<void> => {
  try {
    const { role, name } = JSON.parse(localStorage.getItem('vitrine.user') ?? '')
    if (role === 'owner' || role === 'member') (await import('./owner-bar.ts')).mount(String(name), role)
  } catch {}
}
