import { ShownOnce } from './shown-once.tsx'

export const RecoveryCodes = ({ codes, close }: { codes: readonly string[]; close: () => void }) => (
  <ShownOnce
    title="Your recovery codes"
    lead="Keep them somewhere other than your phone. Each works once. They are not shown again."
    text={codes.join('\n')}
    close={close}
  >
    <ul className="recovery-codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </ShownOnce>
)
