import type { Mutation } from './mutation.ts'

/** Who may read what is stored, what a backup may become, what leaves the journal, and how the process ends. */
export const storageMutations: Mutation[] = [
  {
    loses: 'that files of an older version are closed to other users',
    file: 'src/server/process/private-files.ts',
    old: '& 0o700)',
    new: '& 0o777)',
    tests: ['src/server/process/private-files.test.ts'],
  },
  {
    loses: 'that a file which others can open is named',
    file: 'src/server/process/private-files.ts',
    old: 'const others = 0o077',
    new: 'const others = 0o022',
    tests: ['src/server/process/private-files.test.ts'],
  },
  {
    loses: 'that a compressed backup becomes no more than it says',
    file: 'src/server/backup/sealed-file.ts',
    old: 'if (sum > most) throw',
    new: 'if (sum < 0) throw',
    tests: ['src/server/backup/sealed-file.test.ts'],
  },
  {
    loses: 'that every byte of a backup is looked at before it is used',
    file: 'src/server/backup/sealed-file.ts',
    old: '!== digest)',
    new: '=== undefined)',
    tests: ['src/server/backup/sealed-file.test.ts'],
  },
  {
    loses: 'that the newest change stays, which is the version of the content',
    file: 'src/server/journal/cleanup-journal.ts',
    old: 'Math.min(size, oldest.length - 1)',
    new: 'size',
    tests: ['src/server/journal/cleanup-journal.test.ts'],
  },
  {
    loses: 'that the history is kept for ever until the owner says otherwise',
    file: 'src/server/journal/cleanup-journal.ts',
    old: 'if (historyYears === 0) return 0',
    new: '',
    tests: ['src/server/journal/cleanup-journal.test.ts'],
  },
  {
    loses: 'that a server ends with the npm that started it',
    file: 'src/server/process/npm-parent.ts',
    old: 'if (process.ppid !== nearest) return false',
    new: '',
    tests: ['src/server/process/npm-parent.test.ts'],
  },
  {
    loses: 'that a database which is down is waited for',
    file: 'src/server/db/reach-postgres.ts',
    old: 'performance.now() + pauseMs > deadline',
    new: 'deadline > 0',
    tests: ['src/server/db/reach-postgres.test.ts'],
  },
]
