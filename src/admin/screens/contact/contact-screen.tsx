import { Screen } from '../../ui/screen.tsx'

export const ContactScreen = () => <Screen title="Contact">{null}</Screen>
