import { Screen } from '../../ui/screen.tsx'

export const HistoryScreen = () => <Screen title="History">{null}</Screen>
