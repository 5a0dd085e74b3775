import type { ModalProps } from '@mantine/core'
import { toastError } from './toast/toast.ts'
import { useLoaded } from './use-loaded.ts'

const loadModal = () => import('./modal-layer.tsx')

/** The library's dialog, loaded when it is first opened. */
export const Modal = (props: ModalProps) => {
  const layer = useLoaded(loadModal, props.opened, () => {
    props.onClose()
    toastError(new Error('This could not be loaded. Check the connection, then try again.'))
  })
  return layer ? <layer.Modal {...props} /> : null
}
