import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const running = new Set<ChildProcess>()
/** Ends every child that is left, such as a browser that was not ready in time. */
export const endChildren = () => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', endChildren)

const patienceMs = 90_000

export interface Child {
  child: ChildProcess
  /** The first group of what it printed. */
  said: string
  /** Ends it and waits until it has gone. */
  end(): Promise<void>
}

/** Starts a program and waits until it prints what is expected; throws with all it printed when it ends or says nothing. */
export const startChild = (program: string, args: string[], expected: RegExp, options: SpawnOptions = {}) =>
  new Promise<Child>((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    const gone = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
      running.delete(child)
    })
    const end = () => {
      child.kill('SIGKILL')
      return gone
    }
    let text = ''
    const fail = (why: string) => reject(new Error(`${program} ${why}: ${text.slice(-2000)}`))
    const timer = setTimeout(() => end().then(() => fail('did not start')), patienceMs)
    const hear = (chunk: Buffer) => {
      text = `${text}${chunk}`.slice(-100_000)
      const said = expected.exec(text)
      if (!said) return
      clearTimeout(timer)
      resolve({ child, said: said[1] ?? '', end })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => {
      clearTimeout(timer)
      fail('ended')
    })
  })
