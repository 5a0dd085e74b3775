import { atom } from 'nanostores'

const running = atom(0)
const answers = atom(0)

export const activity = {
  begin: (): (() => void) => {
    running.set(running.get() + 1)
    return () => running.set(running.get() - 1)
  },
  count: running.get,
  subscribe: running.listen,
  /** Pending while something is pressed, so that no answer moves it. */
  released: undefined as Promise<void> | undefined,
  answered: (): void => answers.set(answers.get() + 1),
  /** Calls `act` at each answer of the server, whatever it says. */
  onAnswer: (act: () => void): (() => void) => answers.listen(act),
}
