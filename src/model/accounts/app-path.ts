/** Paths of the admin app: signing in, the own account, and all below `/admin`. */
export const appPath = /^\/(?:login(?:\/(?:forgot|reset))?|register|account|admin(?:\/.*)?)$/
