import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '../ui/screen.tsx'

export const NotFoundScreen = () => (
  <Screen title="Nothing here">
    <Text>
      There is no screen at this address. Choose one in the sidebar, search above, or{' '}
      <Anchor component={Link} to="/admin" underline="always">
        go to About
      </Anchor>
      .
    </Text>
  </Screen>
)
