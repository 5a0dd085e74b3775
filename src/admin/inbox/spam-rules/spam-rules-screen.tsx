import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { defaultSpamRules } from '../../../model/inbox/spam-rules.ts'
import { type OpenForm, useOpenForm } from '../../form/autosave/open-form.ts'
import { FormBody } from '../../form/form-body.tsx'
import { sameValue } from '../../form/same-value.ts'
import { SaveButtons } from '../../form/save-buttons.tsx'
import { useForm } from '../../form/use-form.ts'
import { toastChange } from '../../history/toast-change.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DryRun } from './dry-run.tsx'
import { RuleFields } from './rule-fields.tsx'
import { rulesSource, ruleValues, storedRules, useSpamRules } from './spam-rules-api.ts'

const title = 'Spam rules'
const defaults = ruleValues(defaultSpamRules)

const RulesForm = ({ open }: { open: OpenForm }) => {
  const form = useForm(open)
  const { state, dirty } = form
  const save = (element: HTMLElement) => {
    if (!dirty) return
    form.publish({
      form: element,
      done: () => void toastChange('Spam rules saved'),
      failed: 'The rules were not saved',
    })
  }
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
      <Anchor href="#dry-run-title" size="sm" underline="always" className="to-dry-run">
        Dry run of these rules
      </Anchor>
      <div className="spam-rules">
        <FormBody form={form} id="spam-rules" label={title} save={save}>
          <RuleFields form={form} />
        </FormBody>
        <DryRun values={state.values} dirty={dirty} />
      </div>
    </Screen>
  )
}

export const SpamRulesScreen = () => {
  const { data, error, refetch } = useSpamRules()
  const stored = useMemo(() => data && storedRules(data), [data])
  const open = useOpenForm(rulesSource, stored)
  if (open) return <RulesForm open={open} />
  return <Screen title={title}>{error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={420} />}</Screen>
}
