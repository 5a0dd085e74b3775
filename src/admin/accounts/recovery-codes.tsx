import { ShownOnce } from '../ui/shown-once.tsx'

/** Each lets in once, when the authenticator app is lost. */
export const RecoveryCodes = ({ codes, close }: { codes: readonly string[]; close: () => void }) => (
  <ShownOnce
    title="Your recovery codes"
    lead="Keep them where you will find them without your phone. Each works once. They are not shown again."
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
