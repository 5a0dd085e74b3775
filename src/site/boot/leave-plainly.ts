import { appPath } from '../../model/accounts/app-path.ts'

/** Takes no transition along to the admin, which expects none: it would report it as an error. */
export const leavePlainly = (): void => {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    const url = activation?.entry.url
    if (viewTransition && url && appPath.test(new URL(url).pathname)) viewTransition.skipTransition()
  })
}
