import { Screen } from '../../ui/screen.tsx'

export const SettingsScreen = () => <Screen title="Settings">{null}</Screen>
