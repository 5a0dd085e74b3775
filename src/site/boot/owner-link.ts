/**
 * Shows who owns the page the way to where it is edited. By the display copy that signing in leaves in this browser, which may say
 * anything: it opens no door, it only says where the door is.
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
