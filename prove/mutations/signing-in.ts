import type { Mutation } from './mutation.ts'

const tries = 'src/server/accounts/password-attempts.ts'
const passwordTests = ['src/server/accounts/password-attempts.test.ts']
const codeTests = ['src/server/accounts/second-factor.test.ts']
const passkeyTests = ['src/server/accounts/passkeys.test.ts']
const attemptTests = ['src/server/limits/attempts.test.ts']

/** Limits on guessing that lock nobody out, and on what strangers can have stored. */
export const signingInMutations: Mutation[] = [
  {
    loses: 'that a refused try is counted nowhere',
    file: 'src/server/limits/attempts.ts',
    old: 'for (const attempt of attempts) await takeOne(trx, attempt, now)',
    new: 'for (const attempt of attempts) await takeOne(kysely, attempt, now)',
    tests: attemptTests,
  },
  {
    loses: 'that another process’s counter is asked again soon',
    file: 'src/server/limits/refusals-in-memory.ts',
    old: 'const rememberMs = 1000',
    new: 'const rememberMs = 100_000',
    tests: attemptTests,
  },
  {
    loses: 'that a known device has counters of its own',
    file: tries,
    old: 'source.device === undefined ? undefined',
    new: 'source.device !== undefined ? undefined',
    tests: passwordTests,
  },
  {
    loses: 'that the counters of a session are its own',
    file: tries,
    old: '<T>(sessionId: string, work: () => Promise<T>)',
    new: "<T>(_: string, work: () => Promise<T>, sessionId = 'any')",
    tests: passwordTests,
  },
  {
    loses: 'the wait after fifty wrong passwords together',
    file: tries,
    old: 'await line.turn([',
    new: 'void ([',
    tests: passwordTests,
  },
  {
    loses: 'that the attempts of one network wait behind each other and not in front of another network’s',
    file: 'src/server/limits/waiting-line.ts',
    old: 'turns + line.filter(({ groups }) => groups.includes(group)).length',
    new: 'turns',
    tests: passwordTests,
  },
  {
    loses: 'that nobody waits to sign in without end',
    file: 'src/server/limits/waiting-line.ts',
    old: 'waiting.turnsWaited += 1',
    new: 'waiting.turnsWaited += 0',
    tests: ['src/server/limits/waiting-line.test.ts'],
  },
  {
    loses: 'that only a wrong password counts as one',
    file: tries,
    old: 'if (!isWrong(error)) await release()',
    new: '',
    tests: passwordTests,
  },
  {
    loses: 'that the claim is counted for each address alone',
    file: tries,
    old: '<T>(ip: string, work: () => Promise<T>)',
    new: "<T>(_: string, work: () => Promise<T>, ip = 'any')",
    tests: passwordTests,
  },
  {
    loses: 'that a device is known for one account only',
    file: 'src/server/accounts/devices.ts',
    old: 'if (equalInConstantTime(signature, await',
    new: 'if (Boolean(signature && await',
    tests: ['src/server/accounts/devices.test.ts'],
  },
  {
    loses: 'the one counter in front of all codes',
    file: 'src/server/accounts/auth.ts',
    old: 'secondFactorCodes(options.codeAttempts),',
    new: '',
    tests: codeTests,
  },
  {
    loses: 'that both kinds of codes share a counter, over all sign-ins',
    file: 'src/server/accounts/second-factor-codes.ts',
    old: 'const key = await attempts.take(owner,',
    new: 'const key = await attempts.take({ userId: owner.userId + context.path },',
    tests: codeTests,
  },
  {
    loses: 'that the challenge of a passkey is used once',
    file: 'src/server/accounts/passkeys.ts',
    old: 'if (!id || !(await takeChallenge(id)))',
    new: 'if (!id)',
    tests: passkeyTests,
  },
  {
    loses: 'that the challenge of a passkey ends',
    file: 'src/server/accounts/passkey-challenges.ts',
    old: 'end !== undefined && Number.parseInt(end, 36) > Date.now()',
    new: 'end !== undefined',
    tests: passkeyTests,
  },
  {
    loses: 'that nothing is stored for whoever begins with a provider',
    file: 'src/server/accounts/auth.ts',
    old: "storeStateStrategy: 'cookie'",
    new: "storeStateStrategy: 'database'",
    tests: ['src/server/accounts/api/google.test.ts'],
  },
  {
    loses: 'that linking a provider ends with the sessions',
    file: 'src/server/accounts/auth.ts',
    old: '      validateUserInfo: validateLink,\n',
    new: '',
    tests: ['src/server/accounts/api/google.test.ts'],
  },
]
