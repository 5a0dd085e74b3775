import { Notifications } from '@mantine/notifications'

/** Where toasts appear; one that is hovered or focused waits, with all the others. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} pauseResetOnHover="all" zIndex={400} />
