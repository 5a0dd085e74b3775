import { describe, expect, it } from 'vitest'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { shownSettings } from './shown-settings.ts'

const shown = (values: object) => shownSettings({ ...sampleSettings, ...values }, sampleSettings)

describe('what the page shows of the settings', () => {
  it('is each short text as it is typed', () => {
    const typed = { name: '', role: 'x'.repeat(200), introduction: '**half', contactSentence: '<b>' }
    expect(shown(typed)).toMatchObject(typed)
  })

  it('is what it last was where the page could not show it', () => {
    const wrong = {
      language: 'not a language',
      hireLink: 'javascript:alert(1)',
      cv: 'cv',
      copyrightSince: 20,
      accent: 'mauve',
      sections: [],
    }
    expect(shown(wrong)).toEqual(sampleSettings)
  })

  it('leaves out of lists what is unfinished, and keeps the rest', () => {
    const [headline] = sampleSettings.headlines
    const [social] = sampleSettings.socials
    const { headlines, counters, socials } = shown({
      headlines: [headline, '', '  '],
      counters: [
        { value: 3, label: '' },
        { value: Number.NaN, label: 'x' },
      ],
      socials: [social, { label: 'Half', url: 'https:/' }, { label: '', url: 'https://a.example' }],
    })
    expect(headlines).toEqual([headline])
    expect(counters).toEqual([{ value: 3, label: '' }])
    expect(socials).toEqual([social])
  })
})
