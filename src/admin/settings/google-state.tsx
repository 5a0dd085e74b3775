import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useSignInOptions } from '../session/session.tsx'

/** State of the sign-in with Google, with a link to set it up. */
export const GoogleState = () => {
  const { data } = useSignInOptions()
  if (!data) return null
  return (
    <Text size="sm">
      {data.google ? 'Sign in with Google is set up.' : 'Sign in with Google is not set up; it is optional.'}{' '}
      <Anchor component={Link} to="/admin/settings/connections" size="sm" underline="always">
        {data.google ? 'Change the connection' : 'Set it up'}
      </Anchor>
      . To let somebody in while registration is closed,{' '}
      <Anchor component={Link} to="/admin/user" size="sm" underline="always">
        invite them
      </Anchor>
      .
    </Text>
  )
}
