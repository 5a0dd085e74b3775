/** Holds a lock of this name for as long as the form is open; the browser lets go of it when the page dies. */
export const holdFormLock = (name: string): (() => void) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Only secure addresses have locks; without them every copy counts as left behind.
  navigator.locks?.request(name, () => held)
  return release
}

/** The names that open forms hold, in any tab. */
export const openForms = async (): Promise<Set<string>> => {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name ?? ''))
}
