import { cvLink } from '../../model/cv/cv.ts'
import { type Content, imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { filled } from '../../model/words/template.ts'
import { Image } from '../markup/image.tsx'
import { useMarks } from '../markup/marks.ts'
import { inside } from '../markup/renderer.ts'
import { useTexts } from '../markup/texts.ts'
import { useWords } from '../markup/words.ts'
import { defineSection, SectionHeading } from './section.tsx'

interface Props {
  entries: PublishedEntry<'about'>[]
  settings: Pick<Settings, 'introduction' | 'cv'>
  media: Content['media']
}

const Facts = ({ entry }: { entry: PublishedEntry<'about'> }) => {
  const mark = useMarks().entry('about', entry.id)
  const { about } = useWords()
  return (
    <dl className="facts">
      <div {...mark('name')}>
        <dt>{about.name}</dt>
        <dd>
          <bdi>{entry.name}</bdi>
        </dd>
      </div>
      <div {...mark('email')}>
        <dt>{about.email}</dt>
        <dd>
          <a href={`mailto:${entry.email}`} dir="ltr">
            {entry.email}
          </a>
        </dd>
      </div>
      {entry.age === null ? null : (
        <div {...mark('age', 'show_age')}>
          <dt>{about.age}</dt>
          <dd>{entry.age}</dd>
        </div>
      )}
      {entry.from ? (
        <div {...mark('from', 'show_from')}>
          <dt>{about.from}</dt>
          <dd>
            <bdi>{entry.from}</bdi>
          </dd>
        </div>
      ) : null}
      <div {...mark('live')}>
        <dt>{about.live}</dt>
        <dd>
          <bdi>{entry.live}</bdi>
        </dd>
      </div>
    </dl>
  )
}

/** About me: the introduction once, then a portrait and facts for every entry. */
const About = ({ entries, settings, media }: Props) => {
  const marks = useMarks()
  const { about } = useWords()
  const texts = useTexts()
  const introduction = settings.introduction ? (
    <div
      className="about-text prose"
      {...marks.setting('introduction')}
      {...inside(texts.prose(settings.introduction, 3))}
    />
  ) : null
  const cv = settings.cv ? (
    <p className="about-cv" {...marks.setting('cv')}>
      <a className="arrow-link" href={settings.cv} download="">
        {about.cv}
        <span aria-hidden="true">↓</span>
      </a>
    </p>
  ) : null
  return (
    <section id="about" className="section about" aria-labelledby="about-title">
      <SectionHeading id="about" />
      {entries.length === 0 ? (
        <div className="about-entry" data-portrait="none">
          <div className="about-words">
            {introduction}
            {cv}
          </div>
        </div>
      ) : null}
      {entries.map((entry, index) => {
        const mark = marks.entry('about', entry.id)
        const portrait = imageIn(media, entry.image)
        return (
          <div key={entry.id} className="about-entry" data-portrait={portrait ? 'there' : 'none'} {...mark()}>
            {portrait ? (
              <div className="about-portrait" {...mark('image')}>
                <Image
                  image={portrait}
                  sizes="(min-width: 75rem) 28rem, (min-width: 48rem) 38vw, 92vw"
                  widest={1200}
                  alt={portrait.alt || filled(about.portrait, { name: entry.name })}
                />
              </div>
            ) : null}
            <div className="about-words">
              {index === 0 ? introduction : null}
              <Facts entry={entry} />
              {index === 0 ? cv : null}
            </div>
          </div>
        )
      })}
    </section>
  )
}

const portraits = (content: Content): Content['media'] =>
  Object.fromEntries(
    content.about.flatMap((entry) => {
      const image = imageIn(content.media, entry.image)
      return image ? [[image.id, image]] : []
    }),
  )

export const about = defineSection('about', {
  settings: ['introduction', 'cv'],
  hasContent: ({ about, settings }) => about.length > 0 || settings.introduction !== '',
  html: (content, renderer) => {
    const { introduction } = content.settings
    return renderer.html('about', About, {
      entries: content.about,
      settings: { introduction, cv: cvLink(content) },
      media: portraits(content),
    })
  },
})
