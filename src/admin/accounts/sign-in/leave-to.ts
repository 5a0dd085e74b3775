/** Replaces the app with a page outside it, such as the public page. */
export const leaveTo = (path: string): void => window.location.replace(path)
