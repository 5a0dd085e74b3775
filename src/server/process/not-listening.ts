import type { Config } from './config.ts'

export const notListening = (error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): Error => {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that, or choose another: PORT=${port + 1}`,
    EACCES: `Port ${port} may not be opened by this user. Choose one from 1024 on, such as PORT=3000, and put a proxy in front.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `${host} is no name that is known here. Set HOST to an address of this machine, such as 127.0.0.1.`,
  }
  const sentence = new Map(Object.entries(sentences)).get(error.code ?? '')
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
