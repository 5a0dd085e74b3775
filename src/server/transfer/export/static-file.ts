export interface StaticFile {
  /** Path in the folder, with `/` between its parts. */
  name: string
  bytes: Uint8Array
}
