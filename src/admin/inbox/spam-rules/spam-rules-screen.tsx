import { Anchor, Button, Skeleton } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { defaultSpamRules } from '../../../model/inbox/spam-rules.ts'
import { type OpenForm, useOpenForm } from '../../form/autosave/open-form.ts'
import { LeaveWhenSaved } from '../../form/leave-guard.tsx'
import { RecoveredNotice } from '../../form/recovered-notice.tsx'
import { sameValue } from '../../form/same-value.ts'
import { SaveButtons } from '../../form/save-buttons.tsx'
import { useForm } from '../../form/use-form.ts'
import { useSaveKey } from '../../form/use-save-key.ts'
import { toastChange } from '../../history/toast-change.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DryRun } from './dry-run.tsx'
import { RuleFields } from './rule-fields.tsx'
import { rulesSource, ruleValues, storedRules, useSpamRules } from './spam-rules-api.ts'

const title = 'Spam rules'
const defaults = ruleValues(defaultSpamRules)

const RulesForm = ({ open }: { open: OpenForm }) => {
  const form = useForm(open)
  const { state, dirty } = form
  const element = useRef<HTMLFormElement>(null)
  const save = () => {
    if (!dirty || !element.current) return
    form.publish({
      form: element.current,
      done: () => void toastChange('Spam rules saved', { collection: 'spam-rules' }),
      failed: 'The rules were not saved',
    })
  }
  useSaveKey(save)
  return (
    <Screen
      title={title}
      lead={
        <>
          Signals of spam add points, signals against it subtract some. A message that reaches the threshold is
          quarantined under{' '}
          <Anchor component={Link} to="/admin/contact?show=spam" size="sm" underline="always">
            Spam
          </Anchor>
          ; none is deleted at once.
        </>
      }
      actions={
        <SaveButtons id="spam-rules" form={form}>
          {!sameValue({ ...defaults, ...state.values }, defaults) && (
            <Button
              variant="default"
              onClick={() => Object.entries(defaults).map(([name, value]) => form.edit(name, value))}
              disabled={state.publishing}
            >
              Defaults
            </Button>
          )}
        </SaveButtons>
      }
    >
      <RecoveredNotice form={form} />
      <Anchor href="#trial-title" size="sm" underline="always" className="to-trial">
        Dry run of these rules
      </Anchor>
      <div className="spam-rules">
        <form
          id="spam-rules"
          ref={element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <RuleFields form={form} />
        </form>
        <DryRun values={state.values} dirty={dirty} />
      </div>
      <LeaveWhenSaved form={open} />
    </Screen>
  )
}

export const SpamRulesScreen = () => {
  const { data, error, refetch } = useSpamRules()
  const stored = useMemo(() => data && storedRules(data), [data])
  const open = useOpenForm(rulesSource, stored)
  if (open) return <RulesForm open={open} />
  return (
    <Screen title={title}>
      {error ? <LoadFailure error={error} retry={refetch} /> : <Skeleton h={420} aria-label="Loading" />}
    </Screen>
  )
}
