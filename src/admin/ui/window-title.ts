let [name, unread] = ['Vitrine', 0]

const show = () => {
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** What stands on the browser's tab: the screen, and before it how many messages wait. */
export const windowTitle = {
  name: (screen: string): void => {
    name = `${screen} · Vitrine`
    show()
  },
  unread: (count: number): void => {
    unread = count
    show()
  },
}
