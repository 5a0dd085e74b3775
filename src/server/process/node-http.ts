/**
 * `node:http` without an import of it: as a module it also loads Node's fetch, 13 MB, to offer a `WebSocket`
 * (`lazyUndici` in https://github.com/nodejs/node/blob/v24.x/lib/http.js).
 */
export const http = process.getBuiltinModule('node:http')
