import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { useOpenForm } from '../../form/open-form.ts'
import { useContent } from '../../preview/shown.ts'
import { FrameSkeleton } from '../../ui/frame-skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useVariants } from '../variants-api.ts'
import { VariantForm } from './variant-form.tsx'
import { storedVariant, variantSource } from './variant-source.ts'

const Variant = ({ id }: { id: string }) => {
  const list = useVariants()
  const content = useContent()
  const variant = list.data?.find((one) => one.id === id)
  const stored = useMemo(() => variant && storedVariant(variant), [variant])
  const source = useMemo(() => variantSource(id), [id])
  const open = useOpenForm(source, stored)
  if (variant && content.data && open) return <VariantForm open={open} variant={variant} content={content.data} />
  const failed = [list, content].find(({ error, data }) => error && data === undefined)
  if (failed)
    return (
      <Screen title="Variant of the CV">
        <LoadFailure error={failed.error} retry={failed.refetch} />
      </Screen>
    )
  if (list.data && !variant)
    return (
      <Screen title="There is no such variant">
        <Text>
          It may have been deleted.{' '}
          <Anchor component={Link} to="/admin/cv" underline="always">
            All variants
          </Anchor>
        </Text>
      </Screen>
    )
  return <FrameSkeleton />
}

export const VariantScreen = () => {
  const { id = '' } = useParams()
  return <Variant key={id} id={id} />
}
