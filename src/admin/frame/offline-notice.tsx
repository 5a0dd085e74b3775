import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import WifiOff from 'lucide-react/icons/wifi-off'

export const OfflineNotice = () => {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <Alert
          color="yellow"
          variant="light"
          radius={0}
          icon={<WifiOff size={18} aria-hidden />}
          className="offline-notice"
        >
          No connection. Your text is kept on this device and saved when the connection is back.
        </Alert>
      )}
    </div>
  )
}
