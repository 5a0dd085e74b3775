import { Button, TextInput } from '@mantine/core'
import { type Profile, profileSchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { SubmitForm } from '../form/submit-form.tsx'
import { useSubmit } from '../form/use-submit.tsx'
import { useTextFields } from '../form/use-text-fields.ts'
import { Panel } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { toast } from '../ui/toast/toast.ts'
import { account } from './account-api.ts'
import { NameInputs } from './account-inputs.tsx'
import { useAccount, useAuth } from './sign-in/auth-context.ts'

export const ProfilePanel = () => {
  const { name, surname, username, email, timeStamp } = useAccount()
  const { refresh } = useAuth()
  const stored: Profile = { name, surname, username }
  const { values, setValues, field } = useTextFields<keyof Profile>(stored)
  const dirty = (Object.keys(stored) as (keyof Profile)[]).some((key) => stored[key] !== values[key])
  const form = useSubmit(async () => {
    const profile = parse(profileSchema, values)
    await account.updateProfile(profile)
    setValues(profile)
    await refresh()
    toast('Profile saved')
  })

  return (
    <Panel title="Profile" lead={`Account since ${fullTime(timeStamp)}`}>
      <SubmitForm form={form}>
        <NameInputs field={(name) => field(name, form.problems)} />
        <TextInput label="Email address" value={email} readOnly description="Used to sign in." />
        <Button type="submit" loading={form.busy} disabled={!dirty} w="fit-content">
          Save profile
        </Button>
      </SubmitForm>
      <LeaveGuard isUnsaved={() => dirty}>Your changes are not saved yet.</LeaveGuard>
    </Panel>
  )
}
