/**
 * Whether tests run at full length: each suite on every database, as many random acts as are promised, images at the limit.
 * `npm run prove -- tests-in-full` sets it; `npm test` takes the same tests in short, since every change waits for it.
 */
export const thorough = process.env.TEST_THOROUGH !== undefined
