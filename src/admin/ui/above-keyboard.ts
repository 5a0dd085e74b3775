const view = window.visualViewport
const root = document.documentElement

// Safari lays its keyboard over the page instead of making the page shorter: what stays in sight stands above it.
const lift = () => {
  const px = view && view.scale < 1.01 ? root.clientHeight - view.height - view.offsetTop : 0
  root.style.setProperty('--keyboard', `${Math.max(0, px)}px`)
}
view?.addEventListener('resize', lift)
view?.addEventListener('scroll', lift)
lift()

export {}
