import { useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import { useSettings } from '../api/settings-api.ts'
import { useOpenForm } from '../form/open-form.ts'
import { useAccount } from '../session/session.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { IntroductionForm } from './introduction-form.tsx'
import { introductionSource } from './introduction-source.ts'
import { SampleChoice } from './sample-choice.tsx'
import { useSetup } from './setup-api.ts'

const Introduction = (props: { samples: boolean; done(): void }) => {
  const account = useAccount()
  const source = useMemo(() => introductionSource(account), [account])
  const open = useOpenForm(source, null)
  const { data, error, refetch } = useSettings()
  if (error && !data) return <LoadFailure error={error} retry={refetch} />
  if (!open || !data) return <Loading h={420} />
  return <IntroductionForm open={open} settings={data.settings} {...props} />
}

/** From the sample page to one’s own: who the owner is, then what becomes of the samples. */
export const StartScreen = () => {
  const { data, error, refetch } = useSetup()
  const [finished, setFinished] = useState(false)
  if (!data)
    return <Screen title="Start">{error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={420} />}</Screen>
  if (!data.introduced && !finished)
    return <Introduction samples={data.remnants.length > 0} done={() => setFinished(true)} />
  if (data.remnants.length > 0) return <SampleChoice remnants={data.remnants} />
  return <Navigate replace to="/admin" />
}
