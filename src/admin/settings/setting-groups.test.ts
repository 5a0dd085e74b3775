import { expect, it } from 'vitest'
import { settingFields } from '../../model/settings/settings.ts'
import { groups } from './setting-groups.tsx'

it('every setting is in one group, and in no other', () => {
  expect(groups.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(settingFields).toSorted())
})
