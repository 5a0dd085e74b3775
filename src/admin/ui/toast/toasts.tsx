import { Notifications } from '@mantine/notifications'

/** Container of the toasts. Hovering one keeps all of them open. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} pauseResetOnHover="all" zIndex={400} />
