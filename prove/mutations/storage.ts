import type { Mutation } from './mutation.ts'

/** Who may read what is stored, what a backup may become, what leaves the journal, and how the process ends. */
export const storageMutations: Mutation[] = [
  {
    loses: 'that files of an older version are closed to other users',
    in: 'closeExposedFiles',
    old: '& 0o700)',
    new: '& 0o777)',
    noticed: 'opening a store closes files of an older version to other users and touches no file that is not its own',
  },
  {
    loses: 'that a file which others can open is named',
    in: 'others',
    old: 'const others = 0o077',
    new: 'const others = 0o022',
    noticed: 'opening a store closes files of an older version to other users and touches no file that is not its own',
  },
  {
    loses: 'that a compressed backup becomes no more than it says',
    in: 'bounded',
    old: 'if (sum > most) throw',
    new: 'if (sum < 0) throw',
    noticed: 'that says less than it holds is refused, and fills no disk',
  },
  {
    loses: 'that every byte of a backup is looked at before it is used',
    in: 'unseal',
    old: '!== digest)',
    new: '=== undefined)',
    noticed:
      'of an older version, not compressed, gives back what was sealed, and is refused when a bit of it is not as it was',
  },
  {
    loses: 'that the newest change stays, which is the version of the content',
    in: 'deleteBatch',
    old: 'Math.min(size, oldest.length - 1)',
    new: 'size',
    noticed: 'deletes what is older, in batches, keeps what is younger and always the newest, and announces nothing',
  },
  {
    loses: 'that the history is kept for ever until the owner says otherwise',
    in: 'cleanUpJournal',
    old: 'if (historyYears === 0) return 0',
    new: '',
    noticed: 'deletes nothing until the owner chooses how long changes are kept',
  },
  {
    loses: 'that a server ends with the npm that started it',
    in: 'isUnbroken',
    old: 'if (process.ppid !== nearest) return false',
    new: '',
    noticed: 'a process that npm start began hears that its shell has ended, and one that was begun otherwise does not',
  },
  {
    loses: 'that a database which is down is waited for',
    in: 'reachPostgres',
    old: 'performance.now() + pauseMs > deadline',
    new: 'deadline > 0',
    noticed:
      'a database that comes up later than the site is waited for, and one that does not is not waited for without end',
  },
]
