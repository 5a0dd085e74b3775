import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useAuth } from './auth-context.ts'

/** Says who is signed in already, with a way to their account. */
export const SignedInNotice = () => {
  const { user } = useAuth()
  if (!user) return null
  return (
    <Text size="sm">
      You are signed in as {user.name} {user.surname}.{' '}
      <Anchor component={Link} to={user.role === 'owner' ? '/admin/user' : '/account'} size="sm" underline="always">
        Your account
      </Anchor>
    </Text>
  )
}
