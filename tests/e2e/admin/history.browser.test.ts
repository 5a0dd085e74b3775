import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

describe('history', () => {
  it('shows author, time and differences of a change, and undoes it', async () => {
    const [skill] = await content.list('skills')
    await content.call('PATCH', `/entries/skills/${skill?.id}`, { data: { name: 'C sharp' } }, skill?.version)
    const page = await site.visitAs(ada, '/admin/history')
    const item = page.getByRole('listitem').filter({ hasText: 'Skill “C sharp” edited and published' })
    await item.getByText('Ada (you)').waitFor()
    await item.getByRole('button', { name: 'Difference' }).click()
    await item.locator('del', { hasText: 'C#' }).waitFor()
    await item.locator('ins', { hasText: 'C sharp' }).waitFor()
    await item.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await content.list('skills'))[0]?.data.name, 'C#')
    await page.getByText('Skill “C#” undone').waitFor()
  })

  it('names the token that a script used instead of its owner', async () => {
    const owner = await site.headersOf(ada)
    const made = await fetch(`${site.url}/api/tokens`, {
      method: 'POST',
      headers: owner,
      body: JSON.stringify({ name: 'Night build', scope: 'write' }),
    })
    const { secret } = (await made.json()) as { secret: string }
    const answer = await fetch(`${site.url}/api/entries/skills`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { name: 'Made at night', percent: 10 } }),
    })
    expect(answer.status).toBe(201)
    const page = await site.visitAs(ada, '/admin/history')
    const item = page.getByRole('listitem').filter({ hasText: 'Skill “Made at night” created' })
    await item.getByText('Token “Night build”').waitFor()
  })

  it('shows the changes of one entry and restores an old state as a draft', async () => {
    const made = await content.create('skills', { name: 'First words', percent: 10 })
    const second = await content.call<typeof made>(
      'PATCH',
      `/entries/skills/${made.id}`,
      { data: { name: 'Second words' } },
      1,
    )
    await content.call('PATCH', `/entries/skills/${made.id}`, { data: { percent: 20 } }, second.version)
    const page = await site.visitAs(ada, `/admin/history?collection=skills&entry=${made.id}`)
    await page.getByText('Of one skill.').waitFor()
    const items = page.locator('.change-item')
    // The two saves follow each other closely: they are one thing that was done.
    await eventually(() => items.count(), 2)
    await items.filter({ hasText: 'created' }).getByRole('button', { name: 'Restore this' }).click()
    await page.getByText('Restored as a draft').waitFor()
    const now = await content.get('skills', made.id)
    expect(now).toMatchObject({ status: 'changed', data: { name: 'First words', percent: 10 } })
    expect(await content.page()).toContain('Second words')
  })
})
