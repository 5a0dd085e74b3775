import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { cheapTlds, disposables, reservedTlds } from './hosts.ts'

const oddityOf = (local: string, domain: string): [amount: number, detail: string] | undefined => {
  const tld = domain.split('.').at(-1) ?? ''
  if (reservedTlds.has(tld)) return [1.4, `no mail can be sent to .${tld}`]
  if (/\d{6}/.test(local)) return [0.7, 'a long number']
  if ((local.match(/\./g)?.length ?? 0) >= 4) return [0.8, 'dots between its letters']
  if ((domain.match(/-/g)?.length ?? 0) >= 3) return [0.7, 'hyphens in its domain']
  if (/^[^aeiouy\d.]{8,}$/.test(local)) return [0.6, 'random letters']
  return cheapTlds.has(tld) ? [0.4, `.${tld}`] : undefined
}

/** Signals in the sender's email address: its form only, without asking any other server. */
export const emailSignals = ({ user_email: email }: MessageInput): SpamSignal[] => {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  const domain = email.slice(at + 1).toLowerCase()
  if (disposables.has(domain)) return [{ name: 'disposable', amount: 1, detail: domain }]
  const [amount, detail = ''] = oddityOf(local, domain) ?? []
  return amount ? [{ name: 'odd-address', amount, detail }] : []
}
