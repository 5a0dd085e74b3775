import { Button } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useState } from 'react'
import { useNavigate } from 'react-router'
import { isWritten, starterHead, starterNames, writtenLanguages } from '../../model/pages/page-of-starter.ts'
import { type Language, languageNames, languageOf } from '../../model/words/languages.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { useSettings } from '../api/settings-api.ts'
import { LazyMenu } from '../ui/menu.tsx'
import { changeWithToast } from '../ui/undo.ts'

/** Makes a draft of a legal page, in the site's language or the other, and opens its form. */
export const StarterMenu = () => {
  const navigate = useNavigate()
  const own = languageOf(useSettings().data?.settings.language ?? 'en')
  const [busy, setBusy] = useState(false)
  const create = async (starter: (typeof starterNames)[number], language: Language) => {
    let made: { id: string } | undefined
    const act = async () => {
      made = await call('POST /api/page-starters', { body: { starter, language } })
    }
    setBusy(true)
    const done = await changeWithToast(act, {
      done: 'Draft made; fill in what is marked',
      failed: 'Not made',
      forget: () => forgetEntries('pages'),
    })
    setBusy(false)
    if (done && made) navigate(`/admin/page/edit/${made.id}`)
  }
  return (
    <LazyMenu
      position="bottom-end"
      withinPortal
      width={260}
      button={(props) => (
        <Button
          size="sm"
          variant="default"
          loading={busy}
          rightSection={<ChevronDown size={15} aria-hidden />}
          {...props}
        >
          New page from…
        </Button>
      )}
    >
      {(Menu) => (
        <>
          {[...new Set([own, ...writtenLanguages])].map((language) => (
            <Fragment key={language}>
              <Menu.Label>
                {languageNames[language]}
                {!isWritten(language) && ': headings only, the text is yours to write'}
              </Menu.Label>
              {starterNames.map((starter) => (
                <Menu.Item key={starter} lang={language} onClick={() => void create(starter, language)}>
                  {starterHead(starter, language).title}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          <Menu.Divider />
          <Menu.Label>Filled from what is switched on here. No legal advice: check each.</Menu.Label>
        </>
      )}
    </LazyMenu>
  )
}
