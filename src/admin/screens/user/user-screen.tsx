import { Screen } from '../../ui/screen.tsx'

export const UserScreen = () => <Screen title="User">{null}</Screen>
