import { Anchor, Button, Skeleton } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { Link } from 'react-router'
import { focusFirstProblem } from '../../form/focus-first-problem.ts'
import { LeaveGuard } from '../../form/leave-guard.tsx'
import { SaveButtons } from '../../form/save-buttons.tsx'
import { useSaveKey } from '../../form/use-save-key.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DryRun } from './dry-run.tsx'
import { RuleFields } from './rule-fields.tsx'
import { useSpamRules, type VersionedSpamRules } from './spam-rules-api.ts'
import { useRulesForm } from './use-rules-form.ts'

const title = 'Spam rules'

const Rules = ({ stored }: { stored: VersionedSpamRules }) => {
  const form = useRulesForm(stored)
  const formRef = useRef<HTMLFormElement>(null)
  const save = () => {
    if (form.rules) void form.save()
    else if (formRef.current) focusFirstProblem(formRef.current)
  }
  useSaveKey(save)
  return (
    <Screen
      title={title}
      lead={
        <>
          What speaks for spam adds points, what speaks against it takes some away. A message with too many is kept
          apart, under{' '}
          <Anchor component={Link} to="/admin/contact?show=spam" size="sm" underline="always">
            Spam
          </Anchor>
          ; none is thrown away.
        </>
      }
      actions={
        <SaveButtons form="spam-rules" state={form}>
          {!form.isFirst && (
            <Button variant="default" onClick={form.toFirst} disabled={form.saving}>
              As at first
            </Button>
          )}
        </SaveButtons>
      }
    >
      <Anchor href="#trial-title" size="sm" underline="always" className="to-trial">
        What they would have done
      </Anchor>
      <div className="spam-rules">
        <form
          id="spam-rules"
          ref={formRef}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            save()
          }}
        >
          <RuleFields form={form} />
        </form>
        <DryRun form={form} />
      </div>
      <LeaveGuard when={form.dirty} />
    </Screen>
  )
}

/** Spam rules and their dry run. */
export const SpamRulesScreen = () => {
  const { data, error, refetch } = useSpamRules()
  if (data) return <Rules stored={data} />
  return (
    <Screen title={title}>
      {error ? <LoadFailure error={error} retry={refetch} /> : <Skeleton h={420} aria-label="Loading" />}
    </Screen>
  )
}
