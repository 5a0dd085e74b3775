import type { blockKinds } from '../../../../model/blocks/kinds.ts'
import { kindIcons } from './kind-icons.ts'

/** A kind of block in a menu: its icon, its name and what it is for. */
export const KindLine = ({ kind: { kind, label, purpose } }: { kind: (typeof blockKinds)[number] }) => {
  const Icon = kindIcons[kind]
  return (
    <span className="kind-line">
      <Icon size={18} aria-hidden />
      <span>
        <strong>{label}</strong>
        <small>{purpose}</small>
      </span>
    </span>
  )
}
