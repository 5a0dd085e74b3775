let [name, unread] = ['Vitrine', 0]

const show = () => {
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}

/** Title of the browser tab: number of unread messages and screen. */
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
