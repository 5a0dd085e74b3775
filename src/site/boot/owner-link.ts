/**
 * Shows the owner a link to the admin. It trusts the display copy that signing in leaves in this browser: anyone may forge that, and
 * gains only a link that needs a sign-in.
 */
export const showOwnerLink = (): void => {
  try {
    if (JSON.parse(localStorage.getItem('vitrine.user') ?? '').role !== 'owner') return
  } catch {
    return
  }
  const link = document.createElement('a')
  link.className = 'owner-link'
  link.href = '/admin'
  link.textContent = 'Edit this site'
  document.querySelector('.footer')?.append(link)
}
