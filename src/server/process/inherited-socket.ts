/** First file descriptor that is handed over: sd_listen_fds(3). */
const firstDescriptor = 3

type Env = Record<string, string | undefined>

/** True when somebody else opened the port for this process: its file would be closed by a start over. */
export const hasInheritedSocket = (env: Env = process.env): boolean => env.LISTEN_FDS !== undefined

/**
 * The listening socket that systemd has handed over; undefined for none. Takes the variables out of the environment, so that no child
 * process takes it for its own.
 */
export const takeInheritedSocket = (env: Env = process.env, pid = process.pid): number | undefined => {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = env
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete env[name]
  return count === '1' && meant === String(pid) ? firstDescriptor : undefined
}
