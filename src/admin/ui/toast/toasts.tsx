import { Notifications, notifications } from '@mantine/notifications'

export { notifications }

/** Stack of toasts. Hovering one keeps all of them open. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} pauseResetOnHover="all" zIndex={400} />
