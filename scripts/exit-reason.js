// 128 + 9: how a shell, npm or a container reports a process that ended by SIGKILL.
const killed = 137

/** The exit code to hand on for an ended process, signals counted as shells do, and a phrase that gives the reason. */
export const exitOf = (code, signal) => {
  if (signal === 'SIGKILL' || code === killed)
    return {
      code: killed,
      reason: 'it was killed, most likely out of memory (exit 137). 512 MB of free memory are enough',
    }
  if (signal) return { code: 1, reason: `it was ended by ${signal}` }
  return { code: code ?? 1, reason: `exit ${code}. The lines above say why` }
}
