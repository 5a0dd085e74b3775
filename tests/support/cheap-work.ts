// Loaded before the product by stories in a browser: the last compression of its pages and the hashes of passwords were half of what
// it computed for them, and small files of images most of what an upload cost. What these give in earnest is held beside the code
// (`publisher.test.ts`, `password-hash.test.ts`, `image-process.test.ts`).
import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import zlib, { type BrotliOptions, constants } from 'node:zlib'

const { brotliCompress } = zlib
const { argon2 } = crypto
const quality = constants.BROTLI_PARAM_QUALITY

type Compressed = (error: Error | null, result: Buffer) => void
zlib.brotliCompress = Object.assign(
  (body: zlib.InputType, { params = {}, ...options }: BrotliOptions, done: Compressed) =>
    brotliCompress(
      body,
      { ...options, params: { ...params, [quality]: Math.min(1, params[quality] as number) } },
      done,
    ),
  brotliCompress,
)
crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done)

const { fork } = childProcess
const cheapImages = new URL('cheap-images.ts', import.meta.url).href
childProcess.fork = ((file: string | URL, args: string[], options: childProcess.ForkOptions) => {
  const before = String(file).endsWith('image-worker.js') ? ['--import', cheapImages] : []
  return fork(file, args, { ...options, execArgv: [...(options.execArgv ?? []), ...before] })
}) as typeof fork
syncBuiltinESMExports()

// A worker that is killed ends no child: its product ends by itself.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit()
}, 1000).unref()
