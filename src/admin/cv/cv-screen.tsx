import { useNavigate } from 'react-router'
import { useSettings } from '../api/settings-api.ts'
import { NameForm } from '../form/simple-form.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Rows } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { toastChange } from '../ui/undo.ts'
import { createVariant } from './variant-acts.ts'
import { VariantItem } from './variant-item.tsx'
import { useVariants } from './variants-api.ts'
import { WholeCv } from './whole-cv.tsx'

const NewVariant = () => {
  const navigate = useNavigate()
  return (
    <NameForm
      label="Title of a new variant"
      placeholder="Company and position"
      action="Create the variant"
      act={async (title) => {
        const variant = await createVariant(title.trim() || 'Variant')
        toastChange('Variant created')
        navigate(`/admin/cv/edit/${variant.id}`)
      }}
    />
  )
}

/** The CV, and its variants for single applications. */
export const CvScreen = () => {
  const query = useVariants()
  const { data: settings } = useSettings()
  return (
    <Screen title="CV" lead="Made from what is published, for everybody, and in variants for single applications.">
      <WholeCv settings={settings?.settings} />
      <Loaded query={query} h={220}>
        {(variants) => (
          <section className="cv-variants" aria-label="Variants">
            {variants.length === 0 ? (
              <Empty title="One CV for each application" action={<NewVariant />}>
                A variant shows the entries that matter to one employer, in the order and words that fit, and follows
                each publish as the CV does. Send its link, or make it public. Paste the job advertisement to see what
                the variant does not say yet.
              </Empty>
            ) : (
              <>
                <NewVariant />
                <Rows>
                  {variants.map((variant) => (
                    <VariantItem key={variant.id} variant={variant} />
                  ))}
                </Rows>
              </>
            )}
          </section>
        )}
      </Loaded>
    </Screen>
  )
}
