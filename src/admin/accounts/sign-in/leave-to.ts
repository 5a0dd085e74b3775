/** Goes to an address outside this app, such as the public page; the way back does not lead here again. */
export const leaveTo = (path: string): void => window.location.replace(path)
