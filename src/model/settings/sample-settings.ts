import { emptySettings, type Settings } from './settings.ts'

const sampleIntroduction = `I make websites for people who have something to run: a ferry line, a bakery, a music festival, a workshop of eleven weavers. They rarely need more features. They need a page that opens on a bad connection, says what it has to say, and can be changed on a Tuesday evening without ringing me.

I grew up in Tromsø, where the sun stays away for two months and you learn to like indoor work. I studied informatics there and interaction design in Lisbon, spent a year as a full-stack developer in a team of nine, and have worked for myself since 2020: mostly alone, sometimes with a photographer or a printer I trust.

I write plain HTML first, and JavaScript where it earns its keep. I measure before I promise. And if you would be better off with somebody else, or with the website you already have, I will say so in the first call.`

/** Loaded on the first start. Counter and copyright: specification, sections 1 and 9. */
export const sampleSettings: Settings = {
  ...emptySettings,
  role: 'Freelance web developer',
  description:
    'Mira Solberg builds fast, accessible websites and small shops for people with something to run. Freelance web developer in Lisbon, from Tromsø.',
  headlines: [
    'Websites that load on a ferry',
    'Shops a small team can run',
    'Maps, timetables, odd interfaces',
    'Code the next developer likes',
  ],
  location: 'Lisbon, Portugal · 38.72° N, 9.14° W',
  introduction: sampleIntroduction,
  // `samples/cv.pdf`, as Media names it.
  cv: '/media/473db42db01e475a.pdf',
  socials: [
    { label: 'Code', url: 'https://code.mirasolberg.example' },
    { label: 'Photographs', url: 'https://photos.mirasolberg.example' },
    { label: 'Mastodon', url: 'https://social.example/@mira' },
  ],
  contactSentence: 'Tell me what you run, and what gets in the way.',
  snippets: [
    {
      title: 'Let us talk',
      text: 'Hello {first_name},\n\nthank you for writing. That sounds like something I would like to do. Shall we talk for half an hour this week?\n\n{site}',
    },
    {
      title: 'No room at present',
      text: 'Hello {first_name},\n\nthank you for asking. My desk is full for the next months, and I would rather say so than keep you waiting.\n\n{site}',
    },
  ],
  counters: [{ value: 10, label: 'certificates', counts: '' }],
  portfolioLayout: 'auto',
  relatedProjects: true,
}
