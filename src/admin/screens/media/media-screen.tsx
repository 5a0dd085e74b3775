import { Screen } from '../../ui/screen.tsx'

export const MediaScreen = () => <Screen title="Media">{null}</Screen>
