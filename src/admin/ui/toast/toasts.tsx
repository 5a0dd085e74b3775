import { Notifications } from '@mantine/notifications'

export const Toasts = () => <Notifications position="bottom-right" limit={4} pauseResetOnHover="all" zIndex={400} />
