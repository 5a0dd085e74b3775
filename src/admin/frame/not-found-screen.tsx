import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '../ui/screen.tsx'

/** For an address that this app does not have. */
export const NotFoundScreen = () => (
  <Screen title="Nothing here">
    <Text>
      There is no screen at this address. Choose one at the side, search with the button above, or{' '}
      <Anchor component={Link} to="/admin" underline="always">
        go to About
      </Anchor>
      .
    </Text>
  </Screen>
)
